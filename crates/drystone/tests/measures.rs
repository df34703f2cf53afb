//! Measures of worlds that really ran: what must hold at equilibrium, and what is recorded.

use drystone::measures::{Item, find, moment_tensors};
use drystone::measures::{Kind, Options, Recording, Scope, Table, Value, View, Wanted};
use drystone::results::{Constants, Frame, Geometry};
use drystone::scene::Scene;
use drystone::space::Matrix;
use drystone::step::Stepper;
use drystone::world::{AnyWorld, World};

/// What a run of the command would know.
struct Known<const D: usize> {
    world: World<D>,
    constants: Constants,
    geometry: Geometry<D>,
}

impl<const D: usize> Known<D> {
    fn scope(&self, options: &Options) -> Scope<D> {
        Scope::new(options, &self.constants).expect("sound options")
    }

    fn view<'a>(&'a self, scope: &'a Scope<D>) -> View<'a, D> {
        View::of_world(&self.world, &self.constants, Some(&self.geometry), scope)
    }

    fn values(&self, name: &str, options: &Options) -> Vec<Value> {
        let Some(Kind::Numbers(of)) = find::<D>(name).map(|measure| measure.kind) else {
            panic!("{name} gives no numbers")
        };
        of(&self.view(&self.scope(options)))
    }

    fn value(&self, measure: &str, options: &Options, name: &str) -> f64 {
        let values = self.values(measure, options);
        values.iter().find(|value| value.name == name).expect("a value of this name").value
    }

    fn table(&self, name: &str, options: &Options, since: Option<&Frame<D>>) -> Table {
        let Some(Kind::Table(of)) = find::<D>(name).map(|measure| measure.kind) else {
            panic!("{name} gives no table")
        };
        let scope = self.scope(options);
        of(&View { reference: since, ..self.view(&scope) }).expect("a table")
    }
}

const HEAD: &str = "time_step = 0.002\nduration = 1.0\n[solver]\ntolerance = 1e-11\n\
                    max_iterations = 100000\n[materials.stone]\ndensity = 2000.0\n\
                    [[contacts]]\ndefault = true\nfriction = 0.4\n";

fn plane(text: &str) -> World<2> {
    let text = format!("dimension = 2\n{HEAD}{text}");
    let scene = Scene::parse("test.toml", &text, &[], ".".as_ref()).expect("a sound scene");
    let AnyWorld::Plane(world) = scene.world else { unreachable!("the plane") };
    *world
}

fn space(text: &str) -> World<3> {
    let text = format!("dimension = 3\n{HEAD}{text}");
    let scene = Scene::parse("test.toml", &text, &[], ".".as_ref()).expect("a sound scene");
    let AnyWorld::Space(world) = scene.world else { unreachable!("space") };
    *world
}

/// Runs until nothing moves, with damping.
fn settled<const D: usize>(mut world: World<D>, steps: usize) -> Known<D> {
    for body in &mut world.bodies.list {
        (body.damping.linear, body.damping.angular) = (10.0, 10.0);
    }
    let mut stepper = Stepper::new(&mut world);
    for _ in 0..steps {
        stepper.step(&mut world);
    }
    let (constants, geometry) = (Constants::of(&world), Geometry::of(&world));
    Known { world, constants, geometry }
}

fn all() -> Options {
    Options::default()
}

fn named(name: &str) -> Options {
    Options { bodies: vec![name.into()], ..all() }
}

/// Every moment tensor is symmetric, and their sum is the virial of what acts from outside: the
/// forces f of the walls at x, and the weights m g at the centres.
fn is_in_equilibrium<const D: usize>(known: &Known<D>) {
    let scope = known.scope(&all());
    let view = known.view(&scope);
    let tensors = moment_tensors(&view);
    let movable = |body: &usize| known.constants.free[*body];
    let grains: Vec<usize> = (0..tensors.len()).filter(movable).collect();
    let size = grains.iter().map(|b| tensors[*b].norm()).sum::<f64>() / grains.len() as f64;
    for body in &grains {
        let skew = (tensors[*body] - tensors[*body].transpose()).norm();
        assert!(skew < 1e-6 * size, "body {body}: {skew} of {size}");
    }
    let mut virial = Matrix::<D>::zeros();
    // Two points of a contact between grains differ by the gap: so much is not in the virial.
    let mut gaps = 0.0;
    for contact in view.reacting() {
        let force = view.force(contact);
        match contact.bodies.map(|body| known.constants.free[body]) {
            [true, true] => gaps += force.norm() * contact.gap.abs(),
            inside => {
                let side = usize::from(inside[1]);
                let sign = if inside[0] { 1.0 } else { -1.0 };
                let place = view.position(contact.bodies[side]) + contact.arms[side];
                virial += force * place.transpose() * sign;
            }
        }
    }
    for body in &grains {
        let weight = known.world.gravity * known.constants.mass[*body];
        virial += weight * view.position(*body).transpose();
    }
    let sum: Matrix<D> = grains.iter().map(|body| tensors[*body]).sum();
    let error = (sum - virial).norm();
    assert!(gaps < 1e-3 * sum.norm(), "the packing is not tight: {gaps} of {}", sum.norm());
    assert!(error < gaps + 1e-6 * sum.norm(), "{error}, gaps {gaps}\n{sum}{virial}");
    // The mean stress is that sum over the volume.
    let volume: f64 = grains.iter().map(|body| known.constants.volume[*body]).sum();
    let stress = known.value("stress", &all(), "stress_xx");
    assert!((stress * volume - sum[(0, 0)]).abs() < 1e-9 * sum.norm());
}

const BOX: &str = "[[bodies]]\nname = \"floor\"\nshape.half_space = { normal = [0.0, 1.0] }\n\
                   [[bodies]]\nname = \"left\"\nshape.half_space = { normal = [1.0, 0.0] }\n\
                   [[bodies]]\nname = \"right\"\nshape.half_space = { normal = [-1.0, 0.0] }\n\
                   position = [1.0, 0.0]\n\
                   [[generators]]\n[generators.lattice]\nname = \"disk\"\ncount = 60\n\
                   region = { min = [0.0, 0.0], max = [1.0, 2.0] }\nradius = [0.05, 0.07]\n";

#[test]
fn a_packing_of_disks() {
    let known = settled(plane(BOX), 1200);
    is_in_equilibrium(&known);
    // Walls carry all the weight, and nothing else.
    let weight: f64 = (3..63).map(|body| known.constants.mass[body]).sum::<f64>() * 9.81;
    let up = known.value("resultant", &all(), "resultant_force_y");
    assert!((up + weight).abs() < 1e-6 * weight, "{up}, weight {weight}");
    let across = known.value("resultant", &all(), "resultant_force_x");
    assert!(across.abs() < 1e-6 * weight, "{across}, weight {weight}");
    let left = known.value("resultant", &named("left"), "resultant_force_x");
    let right = known.value("resultant", &named("right"), "resultant_force_x");
    assert!(left < 0.0 && right > 0.0, "{left} {right}");
    // A cut below all finds what the floor carries.
    let cut = Some([vec![0.0, 1e-6], vec![0.0, 1.0]]);
    let across = known.value("cut", &Options { cut, ..all() }, "cut_force_y");
    let floor = known.value("resultant", &named("floor"), "resultant_force_y");
    assert!((across + floor).abs() < 1e-9 * weight, "{across} {floor}");
    let region = Some([vec![0.0, 0.0], vec![1.0, 0.5]]);
    let solid = known.value("solid_fraction", &Options { region, ..all() }, "solid_fraction");
    assert!(solid > 0.7 && solid < 0.91, "{solid}");
    // The sum over a box that holds all is the volume of all.
    let region = Some([vec![-1.0, -1.0], vec![2.0, 3.0]]);
    let solid = known.value("solid_fraction", &Options { region, ..all() }, "solid_fraction");
    let volume: f64 = known.constants.volume.iter().sum();
    assert!((solid * 12.0 - volume).abs() < 1e-9, "{solid} {volume}");
    let z = known.value("coordination", &all(), "coordination");
    assert!(z > 2.5 && z < 6.0, "{z}");
    assert_eq!(known.table("body_stress", &all(), None).rows.len(), 60);
    // Coarse-grained: a cut through the packing sees the same mass as the bodies have.
    let region = Some([vec![-1.0, -1.0], vec![2.0, 3.0]]);
    let options = Options { region, grid: vec![60, 80], width: Some(0.1), ..all() };
    let fields = known.table("fields", &options, None);
    let mass: f64 = fields.numbers("density").iter().sum::<f64>() * 0.05 * 0.05;
    assert!((mass * 9.81 - weight).abs() < 1e-6 * weight, "{mass}");
    let stress: f64 = fields.numbers("stress_yy").iter().sum::<f64>() * 0.05 * 0.05;
    let total: f64 = volume * known.value("stress", &all(), "stress_yy");
    assert!((stress - total).abs() < 1e-6 * total.abs(), "{stress} {total}");
}

#[test]
fn a_stack_of_blocks_in_space() {
    let text = "[[bodies]]\nname = \"floor\"\nshape.half_space = { normal = [0.0, 0.0, 1.0] }\n\
                [[generators]]\nstack = { count = 5, size = [1.0, 0.8, 0.5] }\n";
    let known = settled(space(text), 50);
    is_in_equilibrium(&known);
    let weight = 2000.0 * 0.4 * 9.81;
    for (height, above) in [(0.1, 5.0), (0.6, 4.0), (1.1, 3.0), (2.1, 1.0)] {
        let cut = Some([vec![0.0, 0.0, height], vec![0.0, 0.0, 1.0]]);
        let found = known.value("cut", &Options { cut, ..all() }, "cut_force_z");
        assert!((found - above * weight).abs() < 1e-6 * weight, "{height}: {found}");
    }
    // Blocks of height 1/2 lie close: a box of half a metre around the axis is full of stone.
    let region = Some([vec![-0.2, -0.2, 0.2], vec![0.3, 0.3, 1.9]]);
    let solid = known.value("solid_fraction", &Options { region, ..all() }, "solid_fraction");
    assert!((solid - 1.0).abs() < 1e-4, "{solid}");
    // Its line of thrust goes up the axis, a joint's force being the weight above it.
    let table = known.table("thrust_line", &all(), None);
    assert_eq!(table.numbers("place"), [1.0, 2.0, 3.0, 4.0, 5.0]);
    for (k, force) in table.numbers("force_z").iter().enumerate() {
        assert!((force - (5 - k) as f64 * weight).abs() < 1e-6 * weight, "{k}: {force}");
    }
    for name in ["x", "y"] {
        assert!(table.numbers(name).iter().all(|x| x.abs() < 1e-6), "{name}");
    }
}

/// Between two joints of an arch at rest the thrust changes by the weight of the voussoir, and its
/// horizontal part not at all; the line stays within the joints.
#[test]
fn the_line_of_thrust_of_an_arch() {
    let text = "[[generators]]\n[generators.arch]\nmean_radius = 5.0\nthickness = 0.8\n\
                voussoirs = 11\n";
    let known = settled(plane(text), 60);
    is_in_equilibrium(&known);
    let table = known.table("thrust_line", &all(), None);
    assert_eq!(table.rows.len(), 12);
    assert!(table.numbers("line").iter().all(|line| *line == 1.0));
    let [x, y, fx, fy, e, half] =
        ["x", "y", "force_x", "force_y", "eccentricity", "half_extent"].map(|n| table.numbers(n));
    let weight = known.constants.mass[0] * 9.81;
    let along = (x[11] - x[0]).signum();
    for k in 0..12 {
        assert!(e[k].abs() < half[k] && (half[k] - 0.4).abs() < 1e-6, "{k}: {} {}", e[k], half[k]);
        assert!((fx[k] - fx[0]).abs() < 1e-5 * weight, "{k}: {fx:?}");
        assert!((x[k].hypot(y[k]) - 5.0).abs() < 0.41);
        if k > 0 {
            assert!((x[k] - x[k - 1]) * along > 0.0, "joints are in order");
            assert!((fy[k - 1] - fy[k] - weight).abs() < 1e-5 * weight, "{k}: {fy:?}");
        }
    }
    // Both springings carry the arch; how much each is not determined, so symmetry is no demand.
    assert!((fy[0] - fy[11] - 11.0 * weight).abs() < 1e-5 * weight, "{fy:?}");
    // The thrust acts at the centre of pressure: a voussoir does not turn about its centre.
    for k in 0..11 {
        let Item::Name(to) = &table.rows[k][3] else { panic!("a name") };
        let body = known.constants.names.iter().position(|name| name == to).expect("a body");
        let centre = known.world.bodies.pose(body).position;
        let moment = |k: usize| (x[k] - centre[0]) * fy[k] - (y[k] - centre[1]) * fx[k];
        let turning = moment(k) - moment(k + 1);
        assert!(turning.abs() < 1e-4 * weight, "{to}: {turning} N m");
    }
}

/// Joints of a wall that loses its support open; those of one that stands do not.
#[test]
fn joints_that_open() {
    let text = "[[bodies]]\nname = \"ground\"\nshape.half_space = { normal = [0.0, 1.0] }\n\
                [[generators]]\nstack = { count = 3, size = [1.0, 0.5] }\n";
    let mut known = settled(plane(text), 20);
    let then = Frame::of(&known.world);
    let still = known.table("joints", &all(), Some(&then));
    assert_eq!(still.rows.len(), 3);
    assert!(still.numbers("opening").iter().all(|x| x.abs() < 1e-6));
    // The uppermost block is thrown up.
    let top = known.world.bodies.len() - 1;
    known.world.bodies.v[3 * top + 1] = 2.0;
    let mut stepper = Stepper::new(&mut known.world);
    for _ in 0..50 {
        stepper.step(&mut known.world);
    }
    let height = |q: &[f64]| q[3 * top + 1];
    let rise = height(&known.world.bodies.q) - height(&then.q);
    let openings = known.table("joints", &all(), Some(&then)).numbers("opening");
    let greatest = openings.iter().copied().fold(0.0, f64::max);
    assert!(rise > 0.05 && (greatest - rise).abs() < 1e-5, "{openings:?} {rise}");
    assert_eq!(openings.iter().filter(|x| x.abs() < 1e-5).count(), 2);
}

/// What is recorded on the fly is what the frame measures, energies as the ledger has them.
#[test]
fn recorded_numbers_are_the_measured_ones() {
    let mut world = plane(BOX);
    let part = Options { region: Some([vec![0.0, 0.0], vec![1.0, 1.0]]), ..all() };
    let wanted = [
        Wanted { measure: "energies".into(), ..Wanted::default() },
        Wanted { measure: "stress".into(), label: "low".into(), options: part.clone() },
    ];
    let recording = Recording::new(&world, &wanted).expect("sound measures");
    let names: Vec<String> = recording.columns(&world).into_iter().map(|column| column.0).collect();
    let mut stepper = Stepper::new(&mut world);
    let mut report = stepper.step(&mut world);
    for _ in 0..150 {
        report = stepper.step(&mut world);
    }
    let row = recording.row(&world);
    let at = |name: &str| row[names.iter().position(|known| known == name).expect("a column")];
    assert!((at("energy_kinetic") - report.ledger.kinetic).abs() < 1e-9 * report.ledger.kinetic);
    let potential = report.ledger.potential;
    assert!((at("energy_potential") - potential).abs() < 1e-9 * potential);
    let (constants, geometry) = (Constants::of(&world), Geometry::of(&world));
    let known = Known { world, constants, geometry };
    assert_eq!(at("low_pressure"), known.value("stress", &part, "pressure"));
    let twice = [wanted[0].clone(), wanted[0].clone()];
    let (k, refused) = Recording::new(&known.world, &twice).err().expect("twice the same");
    assert_eq!((k, refused.option), (1, "label"));
    for (name, option) in [("nothing", "measure"), ("fields", "measure"), ("cut", "measure")] {
        let wanted = [Wanted { measure: name.into(), ..Wanted::default() }];
        let (_, refused) = Recording::new(&known.world, &wanted).err().expect("refused");
        assert_eq!(refused.option, option, "{name}");
    }
}
