//! Factoring and solving allocate nothing, nor do the iterations of any solver.

use drystone::bodies::Seen;
use drystone::linalg::SparseCholesky;
use drystone::linalg::block_lu::{BlockLu, BlockMatrix};
use drystone::problem::fclib::{ProblemFile, Visitor};
use drystone::problem::{Form, Problem};
use drystone::scene::Scene;
use drystone::solvers::{Family, SOLVERS, Settings, Watch};
use drystone::step::Stepper;
use drystone::world::AnyWorld;
use nalgebra::SVector;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::path::Path;

/// The system's allocator, counting what this thread asks for.
struct Counting;

thread_local! {
    static COUNT: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: every call goes to the system's allocator unchanged; the counter allocates nothing.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.with(|c| c.set(c.get() + 1));
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        unsafe { System.dealloc(memory, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn allocations(work: impl FnOnce()) -> usize {
    let before = COUNT.with(Cell::get);
    work();
    COUNT.with(Cell::get) - before
}

/// A cube of blocks with their neighbours: its fronts reach some hundred rows.
fn cube(n: usize, size: usize) -> BlockMatrix {
    let at = |x: usize, y: usize, z: usize| (z * n + y) * n + x;
    let mut couplings = vec![];
    for (x, y, z) in (0..n * n * n).map(|k| (k % n, k / n % n, k / n / n)) {
        for (dx, dy, dz) in [(1, 0, 0), (0, 1, 0), (0, 0, 1)] {
            if x + dx < n && y + dy < n && z + dz < n {
                couplings.push((at(x, y, z), at(x + dx, y + dy, z + dz)));
            }
        }
    }
    let mut matrix = BlockMatrix::new(&vec![size; n * n * n], &couplings);
    for (k, a) in matrix.values.iter_mut().enumerate() {
        *a = 0.1 * (k as f64).sin();
    }
    for i in 0..matrix.blocks() {
        let at = matrix.block(i, i).expect("the diagonal");
        for r in 0..size {
            matrix.values[at + r * size + r] += 4.0;
        }
    }
    matrix
}

#[test]
fn counting_sees_allocations() {
    assert_eq!(allocations(|| drop(std::hint::black_box(Box::new(1)))), 1);
}

#[test]
fn block_lu_allocates_nothing() {
    let matrix = cube(7, 6);
    let rhs = vec![1.0; matrix.dimension()];
    let mut x = vec![0.0; matrix.dimension()];
    let mut lu = BlockLu::analyse(&matrix);
    let count = allocations(|| {
        assert!(lu.factor(&matrix).is_regular());
        lu.solve(&matrix, &rhs, &mut x, 2);
    });
    assert_eq!(count, 0);
}

#[test]
fn cholesky_allocates_nothing_after_the_first_time() {
    let n = 3_000;
    let (mut start, mut rows, mut values) = (vec![0], vec![], vec![]);
    for j in 0..n {
        for (i, a) in [(j, 8.0), (j + 1, -1.0), (j + 50, -1.0), (j + 51, -1.0)] {
            if i < n {
                rows.push(i);
                values.push(a);
            }
        }
        start.push(rows.len());
    }
    let mut cholesky = SparseCholesky::analyse(n, &start, &rows).expect("small");
    let mut x = vec![1.0; n];
    // The products inside get room for packed operands on a thread's first use.
    cholesky.factor(&values).expect("positive definite");
    let count = allocations(|| {
        cholesky.factor(&values).expect("positive definite");
        cholesky.solve(&mut x);
    });
    assert_eq!(count, 0);
}

/// Counts what solves of 20 and of 40 iterations ask for, after one that made the buffers.
struct Iterations(&'static Family);

impl Visitor for Iterations {
    type Output = Option<[usize; 2]>;

    fn visit<const B: usize>(self, problem: Problem<B>) -> Self::Output {
        if !self.0.about.takes(&problem) {
            return None;
        }
        let mut solver = self.0.make::<B>().expect("a family");
        let mut watch = Watch::default();
        let mut count = |max_iterations: usize| {
            let settings = Settings { tolerance: 0.0, max_iterations, ..Settings::default() };
            let mut r = vec![SVector::zeros(); problem.len()];
            allocations(|| {
                watch.restart();
                solver.solve(problem, &settings, &mut watch, &mut r);
            })
        };
        count(40);
        Some([count(20), count(40)])
    }
}

#[test]
fn iterations_allocate_nothing() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/fclib");
    let entries = std::fs::read_dir(folder).expect("the folder of problems");
    let mut paths: Vec<_> = entries.map(|e| e.expect("an entry").path()).collect();
    paths.retain(|p| p.extension().is_some_and(|e| e == "hdf5"));
    paths.sort();
    let mut complaints = vec![];
    for path in paths {
        let file = ProblemFile::read(&path).expect("a problem");
        // Larger problems are shared among threads, whose queues allocate.
        if file.contacts() > 256 {
            continue;
        }
        // How many iterations there are decides which methods "auto" comes to; they are all here.
        // Facets and statuses are tried one set after the other, each a problem of its own.
        let left_out = ["auto", "lemke", "enumerate"];
        for family in SOLVERS.iter().filter(|f| !left_out.contains(&f.about.name)) {
            let counted = file.visit(Iterations(family)).expect("regular");
            if let Some([few, many]) = counted.filter(|[few, many]| few != many) {
                let (name, path) = (family.about.name, path.display());
                complaints.push(format!("{name}: {few} and {many} on {path}"));
            }
        }
    }
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
}

/// A block of rubber on a floor whose nodes contacts see: its inertia stays a sparse matrix.
#[test]
fn iterations_with_a_sparse_inertia_allocate_nothing() {
    let text = "dimension = 2\ntime_step = 1e-3\nduration = 1.0\n[materials.ground]\n[materials.rubber]\n\
         density = 1000.0\n[materials.rubber.deformable]\nlaw.elastic = { young_modulus = 1e5, poisson_ratio = 0.3 }\n\
         cells = [20, 4]\ncandidates = \"nodes\"\n[[contacts]]\ndefault = true\nfriction = 0.3\n\
         [[bodies]]\nname = \"floor\"\nmaterial = \"ground\"\nshape.half_space.normal = [0, 1]\n\
         [[bodies]]\nmaterial = \"rubber\"\nshape.box.size = [1, 0.2]\nposition = [0, 0.1002]\nvelocity = [0.5, -1]\n";
    let scene = Scene::parse("test", text, &[], Path::new("")).unwrap_or_else(|e| panic!("{e}"));
    let AnyWorld::Plane(mut world) = scene.world else { panic!("a scene of the plane") };
    world.bodies.deformables[0].seen = Seen::Nodes;
    let mut stepper = Stepper::new(&mut world);
    stepper.step(&mut world);
    let posed = stepper.last_problem();
    let problem = Problem::Global(posed.problem::<2>().expect("blocks of two"));
    assert!(problem.has_meshes() && problem.len() > 20);
    let mut taken = 0;
    for family in SOLVERS.iter().filter(|f| f.about.name != "auto") {
        if let Some([few, many]) = Iterations(family).visit(problem) {
            assert_eq!(few, many, "{}", family.about.name);
            taken += 1;
        }
    }
    assert!(taken >= 8, "{taken}");
}
