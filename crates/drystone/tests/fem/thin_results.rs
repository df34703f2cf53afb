//! Bars, cables and membranes in files and pictures.

use crate::common::{axis, dry, world};
use crate::support::*;
use drystone::bodies::{Candidates, Deformable, Model, Rayleigh, Surface};
use drystone::detection::Collider;
use drystone::fem::mesh::{Cell, outer_sides};
use drystone::fem::sheet::Sheet;
use drystone::fem::{Kinematics, Masses, Mesh, Plane, Region, Solid};
use drystone::record::frames::grids;
use drystone::record::picture::{Camera, Quantity, Scales, Style, draw};
use drystone::record::sight::Surroundings;
use drystone::results::{Frame, Head, Packing, Results, ResultsWriter};
use drystone::shapes::{Shape, Skin};
use drystone::space::Pose;
use std::path::Path;
use std::sync::Arc;

/// A body of such elements whose first nodes are pulled apart by a share.
fn kept<const D: usize>(name: &str, places: Vec<[f64; D]>, cells: &[&[u32]], polygons: usize) {
    let kind = element(name);
    let cell = |nodes: &&[u32]| Cell { element: kind, nodes: nodes.to_vec(), group: 0 };
    let cells: Vec<Cell> = cells.iter().map(cell).collect();
    let mesh = Mesh { places, cells, names: vec!["body".into()] };
    let nodes = mesh.cells.iter().flat_map(|cell| cell.nodes.clone()).collect();
    let region =
        Region::sheet(kind, nodes, stuff(rubber(), Plane::Strain), Sheet::new(0.01), &mesh.places);
    let solid =
        Solid::new(mesh.places.clone(), vec![region.expect("sound elements")], Kinematics::Finite);
    let surface = Surface::new(outer_sides(&mesh), &Candidates::Nodes, |_| true);
    let (model, centre) = Model::new(solid, surface, Masses::Lumped, Rayleigh::default());
    let mut world = world::<D>(1e-3, dry(0.5));
    let at = Pose { position: centre, ..Pose::identity() };
    let body = Deformable::new(Arc::new(model), at);
    let index = world.bodies.add_deformable("thin", body, &axis(0, 1.0)).expect("a mass");
    world.colliders.push(Collider::new(index, Arc::new(Shape::Skin(Skin::default()))));
    world.bodies.q.iter_mut().step_by(D).for_each(|x| *x *= 1.01);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("thin-results");
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(format!("{name}-{D}.h5"));
    let head = Head::of(&world, "a scene", &[("step", "")]);
    assert_eq!(head.constants.meshes.list[0].polygons(D).len(), polygons, "{name} {D}");
    let mut writer = ResultsWriter::create(&path, &head, Packing::default()).expect("a file");
    writer.write(&world).expect("a frame");
    writer.close().expect("the end");
    let results = Results::open(&path).expect("sound");
    assert_eq!(results.meshes(), &head.constants.meshes);
    let frame = results.frame::<D>(0).expect("a frame");
    let expected = Frame::of(&world).meshes;
    assert_eq!((&frame.meshes.places, &frame.meshes.fields), (&expected.places, &expected.fields));
    assert!(frame.meshes.fields.iter().any(|field| field.mises() > 0.0), "no stress");
    let surroundings = Surroundings::<D>::of(&results).expect("surroundings");
    let sight = surroundings.around(&frame);
    let style = Style { colour: Some(Quantity::Mises), size: 300.0, ..Style::default() };
    draw(&sight, &style, &Scales::of(&sight, &style)).png().expect("pixels");
    if D == 3 {
        // The same from both sides.
        let [above, below] = [60.0, -60.0].map(|elevation| {
            let camera = Camera { azimuth: 0.0, elevation, ..Camera::default() };
            let style = Style { size: 300.0, camera, axes: false, ..Style::default() };
            let drawing = draw(&sight, &style, &Scales::of(&sight, &style));
            covered(&drawing.png().expect("pixels"))
        });
        assert!(above > 500.0 && (above / below - 1.0).abs() < 0.02, "{name}: {above} {below}");
    }
    let all = grids(&sight);
    let found = all.iter().find(|(name, ..)| *name == "meshes").expect("a grid");
    assert!(found.2.kinds.iter().all(|own| *own as u8 == kind.vtk));
}

/// How many pixels of a picture are not white.
fn covered(png: &[u8]) -> f64 {
    let picture = tiny_skia::Pixmap::decode_png(png).expect("a picture");
    let is_white = |pixel: &[u8]| pixel.iter().all(|byte| *byte == 255);
    picture.data().chunks_exact(4).filter(|pixel| !is_white(pixel)).count() as f64
}

#[test]
fn bars_cables_and_membranes_come_back_and_are_drawn() {
    kept::<2>("L2", vec![[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]], &[&[0, 1], &[1, 2]], 2);
    kept::<2>("L3", vec![[0.0, 0.0], [1.0, 0.0], [0.5, 0.0]], &[&[0, 1, 2]], 1);
    let corners = vec![[0.0; 3], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]];
    // Cables of space have no polygons: they are drawn as tubes.
    kept::<3>("L2", corners.clone(), &[&[0, 1], &[1, 2]], 0);
    kept::<3>("T3", corners.clone(), &[&[0, 1, 2], &[0, 2, 3]], 2);
    kept::<3>("Q4", corners, &[&[0, 1, 2, 3]], 1);
}
