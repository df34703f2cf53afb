//! The results of a run: one HDF5 file, `results.h5`, that grows frame by frame.
//!
//! | path | what |
//! |---|---|
//! | attributes of `/` | `format` ("drystone results"), `format_version`, `drystone` (version), `build` (a hash of the program's sources), `dimension`, `bodies`, `time_step` (s); `remarks` (what must be known beside the results), and from the end of the run on `unconverged_steps` and `deepest_overlap` (penetration as a share of the smaller body, 0 where none is above 1 %) |
//! | `/scene` | the scene as resolved, TOML |
//! | `/body_names`, `/body_mass`, `/body_volume`, `/body_inertia`, `/body_movable`, `/body_free` | of each body: its name, mass (kg), volume (m³), inertia in its own frame (kg m²; one number in the plane, nine in space), whether contacts can move it, whether it is neither fixed nor driven |
//! | `/gravity` | gravity (m/s²) |
//! | `/geometry/…` | what the bodies look like, see `geometry.rs` |
//! | `/frames/time`, `step`, `contact_end`, `check`, `clock` | of each frame: its time (s), its step, how many contacts all frames have up to its own, a checksum of its numbers, one of its index and the first three |
//! | `/frames/q`, `/frames/v` | all configurations and velocities, frame by frame: position and angle (plane) or quaternion (w, i, j, k; space) of every body; of deformable ones that of the centre of mass and of the nearest rotation (in the plane from -π to π), and the angular velocity that has their angular momentum |
//! | `/frames/node_…`, `element_…` | only with deformable bodies: their nodes, and the stresses and strains of their elements, see `mesh_state.rs` |
//! | `/meshes/…` | only with deformable bodies: their meshes, see `meshes.rs` |
//! | `/contacts/facet_…`, `spot_…` | only with deformable bodies: of the candidate and of the antagonist, on which facet of the skin the contact is (4294967295 on rigid bodies), and where on it, in reference coordinates |
//! | `/frames/lost` | only with laws that remember: of each frame, how many bonds are (or were) at contacts out of sight, and the sum of their damage |
//! | `/frames/lost_bonds` | beside it: how many of them are whole, and how many broken |
//! | `/joint_names`, `/joint_kinds`, `/joints/…` | only with joints: what does not change about them, see `linkages.rs` |
//! | `/frames/joint_impulse`, `joint_coordinate`, `joint_velocity`, `joint_status` | only with joints: of each joint in each frame, the impulse on its second body over the step and its moment about the joint's point (N s, N m s), where it stands, how fast that changes, and what happens along it (0 free, 1 driven, 2 at a limit, 3 friction holds, 4 slips) |
//! | `/contacts/…` | the contacts of all frames in one list a quantity, see `columns.rs` |
//! | `/contacts/damage`, `bond`, `area`, `memory_friction`, `memory_bond`, `begun` | only with laws that remember: how much of the bond is broken (0 to 1; -1 where there never was one), its share in the impulse (N s), the area that it holds (m²), and what the laws keep for themselves |
//! | `/contacts/couple` | only with laws that resist rolling: the couple over the step (N m s), about the two tangents and the normal |
//! | `/contacts/heat` | only with `[record] heat = true`: work of friction that became heat (J), over the step and since the two bodies came near each other |
//! | `/series/…` | a row a step: one list a quantity |
//! | `/rows/check` | of each row: a checksum of its numbers |
//!
//! Every list is one-dimensional; its attribute `components` says how many numbers belong
//! together, `unit` in what they are. A frame is there when its time is there, which is
//! written last: whoever reads, also while the run goes on, or after it was killed, sees whole frames.
//! What comes behind the last whole frame in other lists is to be ignored.

pub mod checkpoint;
mod checks;
mod columns;
mod compact;
mod constants;
mod error;
mod facts;
mod frame;
mod geometry;
mod geometry_file;
mod held;
mod linkages;
mod mend;
mod mesh_state;
mod meshes;
mod meshes_file;
mod opening;
mod reader;
pub(crate) mod remarks;
pub(crate) mod replace;
mod rescue;
mod source;
mod standing;
mod store;
mod title;
mod torn;
mod writer;

pub use columns::{
    Extras, IntegerColumn, Need, RealColumn, STATUSES, blank, integer_columns, real_columns,
};
pub use constants::Constants;
pub use error::ResultsError;
pub use frame::{AnyFrame, Frame, lost};
pub use geometry::{Geometry, Outline, Piece};
pub use linkages::JointAbout;
pub use mesh_state::MeshState;
pub use meshes::{Counts, MeshAbout, MeshPolygon, Meshes};
pub use reader::Results;
pub use remarks::{Penetration, Remarks, Unsolved};
pub use rescue::{Rescued, rescue};
pub use standing::Standing;
pub use store::Packing;
pub use torn::mend_torn;
pub use writer::{Head, ResultsWriter};

/// Name of the file in a folder of results.
pub const FILE: &str = "results.h5";

/// A file beside it that is locked while a run writes.
pub const LOCK: &str = ".running";

/// What the files call themselves.
const FORMAT: &str = "drystone results";

/// Version of the format; files of a later one are refused. Those without deformable bodies are of the first.
const VERSION: u64 = 2;
