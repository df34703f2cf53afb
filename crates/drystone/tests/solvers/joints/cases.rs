//! Problems with joints and springs, made here: bodies in a chain, joints between neighbours, contacts
//! with the ground.

use crate::common::Random;
use drystone::linalg::{ContactRows, Side};
use drystone::problem::{Cone, Global};
use nalgebra::SVector;

/// A problem, what it is, and whether its impulses are unique.
pub struct Case<const B: usize> {
    pub title: String,
    pub problem: Global<B>,
    pub unique: bool,
}

/// What a problem is made of.
#[derive(Clone, Copy, Default)]
struct Recipe {
    title: &'static str,
    bodies: usize,
    contacts: usize,
    /// Whether neighbours are joined.
    joined: bool,
    /// Whether the first body is joined to the ground.
    hung: bool,
    /// The last joint once more.
    twice: bool,
    /// Every second block, joint or contact, is a spring as well.
    soft: bool,
    /// The last component of every joint is nothing.
    padded: bool,
}

/// Every kind of problem, with contacts of the cones that `cone` makes and bodies of n degrees of
/// freedom; `contacts` of them where joints are there too.
pub fn cases<const B: usize>(
    n: usize,
    contacts: usize,
    cone: fn(&mut Random) -> Cone,
) -> Vec<Case<B>> {
    let mixed = Recipe { bodies: 4, contacts, joined: true, ..Recipe::default() };
    let joints = Recipe { contacts: 0, hung: true, ..mixed };
    let mut recipes = vec![
        Recipe { title: "springs", soft: true, joined: false, contacts: contacts + 2, ..mixed },
        Recipe { title: "joints", ..joints },
        Recipe { title: "soft joints", soft: true, ..joints },
        Recipe { title: "joints with an empty row", padded: true, ..joints },
        Recipe { title: "a joint twice", twice: true, ..joints },
        Recipe { title: "joints and contacts", ..mixed },
        Recipe { title: "soft joints and contacts", soft: true, ..mixed },
        Recipe { title: "contacts, a joint twice", twice: true, ..mixed },
    ];
    // One component that is nothing leaves nothing to do.
    recipes.retain(|recipe| B > 1 || !recipe.padded);
    let make = |recipe: &Recipe| (0..3).map(|seed| case(recipe, n, seed, cone)).collect::<Vec<_>>();
    recipes.iter().flat_map(make).collect()
}

fn case<const B: usize>(
    recipe: &Recipe,
    n: usize,
    seed: u64,
    cone: fn(&mut Random) -> Cone,
) -> Case<B> {
    let mut random = Random(100 * seed + B as u64);
    let mut draft = Draft { problem: Global { dofs: n * recipe.bodies, ..Global::default() }, n };
    let first = usize::from(!recipe.hung);
    for body in (first..recipe.bodies).filter(|_| recipe.joined) {
        draft.add(&mut random, body, body.checked_sub(1), Cone::Free, recipe.padded);
    }
    if recipe.twice {
        let rows = &mut draft.problem.rows;
        rows.sides.extend(rows.sides.last().copied());
        draft.problem.cones.push(Cone::Free);
    }
    for c in 0..recipe.contacts {
        let cone = cone(&mut random);
        draft.add(&mut random, c % recipe.bodies, None, cone, false);
    }
    let mut problem = draft.problem;
    if recipe.soft {
        let soft = |c: usize| if c.is_multiple_of(2) { 0.3 } else { 0.0 };
        problem.compliance = (0..problem.cones.len()).map(|c| SVector::repeat(soft(c))).collect();
    }
    // Free velocities of the bodies: at rest nothing is violated, so that there is a solution.
    let z: Vec<f64> = (0..problem.dofs).map(|_| random.range(-1.0, 1.0)).collect();
    problem.b = vec![SVector::zeros(); problem.cones.len()];
    problem.complete();
    problem.b = (0..problem.cones.len()).map(|c| problem.body_velocity(c, &z)).collect();
    let title = format!("{} ({B} components, {seed})", recipe.title);
    Case { title, problem, unique: !recipe.twice && !recipe.padded }
}

struct Draft<const B: usize> {
    problem: Global<B>,
    n: usize,
}

impl<const B: usize> Draft<B> {
    /// A block between a body and another one, or the ground.
    fn add(
        &mut self,
        random: &mut Random,
        body: usize,
        other: Option<usize>,
        cone: Cone,
        padded: bool,
    ) {
        let (n, rows) = (self.n, &mut self.problem.rows);
        let sides = [Some(body), other].map(|body| side(rows, random, body, n, padded));
        rows.sides.push(sides);
        self.problem.cones.push(cone);
    }
}

/// Random rows that are strongest where row and degree of freedom agree.
fn side<const B: usize>(
    rows: &mut ContactRows<B>,
    random: &mut Random,
    body: Option<usize>,
    n: usize,
    padded: bool,
) -> Side {
    let start = rows.data.len() as u32;
    let Some(body) = body else { return Side { dof: 0, size: 0, start } };
    for (i, j) in (0..B).flat_map(|i| (0..n).map(move |j| (i, j))) {
        let empty = padded && i + 1 == B;
        let entry = random.range(-0.4, 0.4) + f64::from(i == j);
        rows.data.push(if empty { 0.0 } else { entry });
    }
    Side { dof: (body * n) as u32, size: n as u32, start }
}
