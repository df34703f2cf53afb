//! Pictures and files for ParaView of deformable bodies.

use crate::common::*;
use crate::support::*;
use drystone::bodies::Rayleigh;
use drystone::fem::material::Elastic;
use drystone::fem::mesh::{Cut, Grid};
use drystone::fem::{Kinematics, Material, Mesh, Plane};
use drystone::record::frames::{mesh_grid, skin_grid};
use drystone::record::picture::{Quantity, Scales, Style, draw};
use drystone::record::sight::Sight;
use drystone::results::{Constants, Frame, Geometry};
use drystone::space::{Pose, Vector};
use drystone::world::World;
use std::path::{Path, PathBuf};

fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("mesh-pictures");
    std::fs::create_dir_all(&folder).expect("a folder");
    folder.join(name)
}

/// A soft beam of curved elements on two rigid supports with a rigid weight on it.
fn beam<const D: usize>(name: &str, young_modulus: f64) -> World<D> {
    let mut counts = [2; D];
    counts[0] = 8;
    let mesh: Mesh<D> = Grid { counts, element: element(name), cut: Cut::Turning }
        .mesh()
        .expect("a mesh")
        .map(|x| std::array::from_fn(|k| if k == 0 { 2.0 * x[0] } else { 0.4 * x[k] }));
    let mut world = world::<D>(2e-3, dry(0.5));
    let stone = Material::Elastic(Elastic { young_modulus, poisson_ratio: 0.2 });
    let given = Given {
        kinematics: Kinematics::Corotational,
        damping: Rayleigh { mass: 5.0, stiffness: 2e-3 },
        ..Given::default()
    };
    let up = |x: f64, z: f64| Pose {
        position: axis::<D>(0, x) + axis::<D>(D - 1, z),
        ..Pose::identity()
    };
    let made = stuff(stone, Plane::Strain);
    add_soft(&mut world, &mesh, made, given, up(0.0, 0.4), &Vector::zeros());
    add_fixed(&mut world, slope::<D>(0.0).0, Pose::identity());
    for x in [-0.9, 0.9] {
        add_fixed(&mut world, cuboid(Vector::repeat(0.1)), up(x, 0.1));
    }
    add(&mut world, cuboid(Vector::repeat(0.15)), up(0.0, 0.7501), &[]);
    world
}

struct Shown<const D: usize> {
    frame: Frame<D>,
    start: Frame<D>,
    constants: Constants,
    geometry: Geometry<D>,
}

impl<const D: usize> Shown<D> {
    fn new(mut world: World<D>, until: f64) -> Self {
        let (constants, geometry) = (Constants::of(&world), Geometry::of(&world));
        let start = Frame::of(&world);
        run(&mut world, until, |_, _| ());
        Self { frame: Frame::of(&world), start, constants, geometry }
    }

    fn sight(&self) -> Sight<'_, D> {
        let places = &self.start.meshes.places;
        let sight = Sight::new(&self.frame, &self.constants, &self.geometry, &self.start.q);
        Sight { start_places: places, ..sight }
    }

    fn picture(&self, sight: &Sight<D>, style: &Style, name: &str) -> String {
        let drawing = draw(sight, style, &Scales::of(sight, style));
        std::fs::write(scratch(&format!("{name}.png")), drawing.png().expect("pixels"))
            .expect("written");
        drawing.svg()
    }
}

fn count(svg: &str, what: &str) -> usize {
    svg.matches(what).count()
}

#[test]
fn pictures_show_stresses_and_magnified_shapes() {
    let shown = Shown::new(beam::<2>("Q8", 2e6), 1.0);
    let sight = shown.sight();
    let plain = Style { size: 900.0, ..Style::default() };
    let mises = Style { colour: Some(Quantity::Mises), ..plain.clone() };
    let svg = shown.picture(&sight, &mises, "mises");
    assert!(svg.contains("von Mises stress (kPa)"), "no legend");
    // Sixteen elements in colours of their own, beside the rigid bodies.
    let [plain_count, colours] =
        [&shown.picture(&sight, &plain, "plain"), &svg].map(|svg| count(svg, "<polygon "));
    assert!(colours > plain_count, "{colours} {plain_count}");
    let large = Sight { stretch: 5.0, ..sight };
    let no_forces = Style { forces: false, crosses: true, ..plain.clone() };
    let svg = shown.picture(&large, &no_forces, "stretched");
    assert!(svg.contains("deformation × 5") && svg.contains("compression, longest"));
    let large = Sight { magnification: 5.0, ..sight };
    let tension = Style { colour: Some(Quantity::Tension), forces: false, ..plain.clone() };
    let svg = shown.picture(&large, &tension, "tension");
    assert!(svg.contains("displacements × 5") && svg.contains("greatest principal stress"));
    let pressure = Style { colour: Some(Quantity::ContactPressure), forces: false, ..plain };
    assert!(shown.picture(&sight, &pressure, "pressure").contains("contact pressure (kPa)"));
}

#[test]
fn pictures_of_space_show_stresses() {
    let shown = Shown::new(beam::<3>("H20", 2e6), 0.4);
    let sight = shown.sight();
    let plain = Style { size: 900.0, forces: false, ..Style::default() };
    for (colour, name) in [
        (None, "space"),
        (Some(Quantity::Mises), "space-mises"),
        (Some(Quantity::Component(0)), "space-xx"),
        (Some(Quantity::ContactPressure), "space-pressure"),
    ] {
        shown.picture(&sight, &Style { colour, ..plain.clone() }, name);
    }
}

/// Where nodes are shown: as they are, with displacements from the first frame, or with deformations of
/// the body as a whole magnified, which leaves what is rigid as it is.
#[test]
fn nodes_are_shown_where_they_should() {
    let shown = Shown::new(beam::<2>("T6", 2e6), 0.3);
    let (sight, piece) = (shown.sight(), &shown.geometry.pieces[0]);
    let nodes = |sight: &Sight<2>| sight.shown_nodes(piece).expect("a mesh");
    let [now, then] = [&shown.frame, &shown.start].map(|frame| {
        let places = frame.meshes.places.chunks_exact(2);
        places.map(Vector::<2>::from_column_slice).collect::<Vec<_>>()
    });
    assert_eq!(nodes(&sight), now);
    for (k, place) in nodes(&Sight { magnification: 3.0, ..sight }).iter().enumerate() {
        assert!((place - then[k] - (now[k] - then[k]) * 3.0).norm() < 1e-14);
    }
    let centre = sight.true_pose(0);
    for (k, place) in nodes(&Sight { stretch: 4.0, ..sight }).iter().enumerate() {
        let rigid = centre.point(&(then[k] - sight.first_pose(0).position));
        assert!((place - rigid - (now[k] - rigid) * 4.0).norm() < 1e-12);
    }
}

/// The grids for ParaView have the mesh's own elements, and fields that are those of the frame.
fn grids<const D: usize>(name: &str) {
    let shown = Shown::new(beam::<D>(name, 2e6), 0.1);
    let (sight, counts) = (shown.sight(), shown.constants.meshes.counts(D));
    let grid = mesh_grid(&sight);
    assert_eq!((grid.points.len(), grid.kinds.len()), (3 * counts.nodes, counts.elements));
    assert!(grid.kinds.iter().all(|kind| *kind as u8 == element(name).vtk));
    let array = |list: &[drystone::record::vtk::Array], name: &str| {
        list.iter().find(|array| array.name == name).map(|array| array.values.clone())
    };
    let stress = array(&grid.cell_arrays, "stress").expect("stresses");
    let mises = array(&grid.cell_arrays, "von_mises").expect("stresses");
    for (k, field) in shown.frame.meshes.fields.iter().enumerate() {
        assert_eq!(&stress[6 * k..6 * k + 6], field.stress.as_slice());
        assert_eq!(mises[k], field.mises());
    }
    let way = array(&grid.point_arrays, "displacement").expect("displacements");
    for (k, way) in way.chunks_exact(3).enumerate() {
        for (c, way) in way.iter().enumerate().take(D) {
            let [now, then] = [&shown.frame, &shown.start].map(|f| f.meshes.places[D * k + c]);
            assert_eq!(*way, now - then);
        }
    }
    let skin = skin_grid(&sight);
    assert_eq!(skin.kinds.len(), counts.facets);
    // All that presses on the skin is its weight and that of the block on it, and what holds them.
    let pressures = array(&skin.cell_arrays, "contact_pressure").expect("pressures");
    assert!(pressures.iter().any(|p| *p > 0.0));
}

#[test]
fn grids_for_paraview_have_elements_and_fields() {
    ["T3", "T6", "Q4", "Q8"].into_iter().for_each(grids::<2>);
    ["TE10", "H8", "H20"].into_iter().for_each(grids::<3>);
}
