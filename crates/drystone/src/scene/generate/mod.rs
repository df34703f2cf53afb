//! From a description to a plain list of bodies: repeats and generators written out.

mod arch;
mod bricks;
mod lattice;
mod random;
mod split;
mod stack;

use super::check;
use super::error::Fault;
use super::format::{Body, BoxShape, Description, Generator, Repeat, Shape};

/// The most bodies a scene may have; so many need about 3 GB.
const MOST_BODIES: u64 = 2_000_000;

/// A single body and the key it comes from.
#[derive(Clone, Debug)]
pub struct Placed {
    /// The body; its `repeat` plays no role any more.
    pub body: Body,
    /// The key for messages: `bodies.3` or `generators.0.arch`.
    pub path: String,
}

/// Every body of a scene, in the order of the file, generators last.
pub fn expand<const D: usize>(description: &Description) -> Result<Vec<Placed>, Fault> {
    let mut all = vec![];
    for (i, body) in description.bodies.iter().enumerate() {
        let path = format!("bodies.{i}");
        let copies = match &body.repeat {
            None => vec![Placed { body: body.clone(), path }],
            Some(repeat) => copies::<D>(body, repeat, &path)?,
        };
        for copy in copies {
            all.extend(split::split::<D>(copy)?);
        }
        limit("bodies", &[all.len() as u64])?;
    }
    for (i, generator) in description.generators.iter().enumerate() {
        let path = format!("generators.{i}.{}", generator.key());
        let bodies = match generator {
            Generator::Lattice(lattice) => {
                let own = description.seed.wrapping_add(0x5151 * (i as u64 + 1));
                lattice::bodies::<D>(lattice, lattice.seed.unwrap_or(own), &path)?
            }
            Generator::Bricks(bricks) => bricks::bodies::<D>(bricks, &path)?,
            Generator::Arch(arch) => arch::bodies::<D>(arch, &path)?,
            Generator::Stack(stack) => stack::bodies::<D>(stack, &path)?,
        };
        limit(&path, &[all.len() as u64 + bodies.len() as u64])?;
        all.extend(bodies.into_iter().map(|body| Placed { body, path: path.clone() }));
    }
    Ok(all)
}

fn too_many(path: &str) -> Fault {
    Fault::new(path, format!("this makes more than {MOST_BODIES} bodies"))
}

/// Fails when a product of counts is beyond the most bodies a scene may have.
fn limit(path: &str, counts: &[u64]) -> Result<(), Fault> {
    let product = counts.iter().try_fold(1u64, |product, n| product.checked_mul(*n));
    product.filter(|n| *n <= MOST_BODIES).map(|_| ()).ok_or_else(|| too_many(path))
}

fn copies<const D: usize>(body: &Body, repeat: &Repeat, path: &str) -> Result<Vec<Placed>, Fault> {
    let key = |name: &str| format!("{path}.repeat.{name}");
    if repeat.count.len() != D {
        let found = repeat.count.len();
        let message = format!("expected {D} counts because dimension = {D}, found {found}");
        return Err(Fault::new(key("count"), message));
    }
    for (i, count) in repeat.count.iter().enumerate() {
        check::at_least_one(key(&format!("count.{i}")), *count)?;
    }
    limit(&key("count"), &repeat.count)?;
    let spacing = check::components::<D>(key("spacing"), &repeat.spacing)?;
    let origin = check::vector_or_zero::<D>(format!("{path}.position"), body.position.as_ref())?;
    let total: u64 = repeat.count.iter().product();
    let mut bodies = vec![];
    for k in 0..total {
        let mut rest = k;
        let mut position = origin;
        for i in 0..D {
            position[i] += (rest % repeat.count[i]) as f64 * spacing[i];
            rest /= repeat.count[i];
        }
        let mut copy = body.clone();
        copy.repeat = None;
        copy.position = Some(position.as_slice().to_vec());
        copy.name = body.name.as_ref().map(|name| format!("{name}-{}", k + 1));
        bodies.push(Placed { body: copy, path: path.to_string() });
    }
    Ok(bodies)
}

/// Whom generated bodies belong to.
struct Family<'a> {
    name: &'a str,
    material: &'a Option<String>,
    group: &'a Option<String>,
}

impl Family<'_> {
    fn body(&self, number: usize, shape: Shape, position: &[f64]) -> Body {
        let mut body = Body::new(shape);
        body.name = Some(format!("{}-{number}", self.name));
        body.material.clone_from(self.material);
        body.group.clone_from(self.group);
        body.position = Some(position.to_vec());
        body
    }
}

fn cuboid(size: &[f64]) -> Shape {
    Shape::Box(BoxShape { size: size.to_vec(), rounding: None })
}
