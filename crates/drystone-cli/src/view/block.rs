//! Some frames of a run as one block of bytes: a head in JSON, then columns of whole numbers, all
//! deflated. `viewer/src/data/block.js` reads it.

use super::column::{deflate, greatest, predicted, put, root};
use drystone::contact::{Contact, Status};
use drystone::measures::{Scope, View, moment_tensors};
use drystone::record::picture::quantities::BodyStress;
use drystone::results::{Constants, Frame, STATUSES};
use drystone::space::{Matrix, Vector, configuration_size, velocity_size};
use serde_json::json;

/// Steps of the quantities kept as roots; of arms, which are kept as they are.
const VELOCITY: f64 = 8191.0;
const PRESSURE: f64 = 8191.0;
const ARM: f64 = 1023.0;
const FORCE: f64 = 4095.0;
const FINE: f64 = 255.0;
const DAMAGE: f64 = 254.0;

/// The angle (rad) that one counts; a power of two of them is a whole turn, so that counting may wrap.
pub const TURN: f64 = std::f64::consts::TAU / 1048576.0;

/// What one counts in a quaternion.
const QUATERNION: f64 = 1.0 / 262144.0;

/// How frames are made blocks.
pub struct Packer<const D: usize> {
    /// The length that one counts (m).
    pub quantum: f64,
    /// Where counting begins (m).
    pub origin: [f64; D],
    /// Bodies whose rotation can be seen.
    pub turning: Vec<usize>,
    /// What does not change.
    pub constants: Constants,
    /// Where the nodes of deformable bodies are at rest, in the frames of their bodies.
    pub rest: Vec<Vector<D>>,
}

impl<const D: usize> Packer<D> {
    /// The block of some frames with their indices.
    pub fn block(&self, frames: &[(usize, Frame<D>)]) -> Vec<u8> {
        let bodies = self.constants.mass.len();
        let touching: Vec<Vec<&Contact<D>>> = frames.iter().map(|(_, f)| touching(f)).collect();
        let mut body = vec![];
        self.put_poses(frames, &mut body);
        let spins = velocity_size(D) - D;
        let velocities = Scaled::new(frames.iter().flat_map(|(_, f)| f.v.chunks(D + spins)), 0..D);
        let spinning =
            Scaled::new(frames.iter().flat_map(|(_, f)| f.v.chunks(D + spins)), D..D + spins);
        velocities.put(&mut body, VELOCITY);
        spinning.put(&mut body, VELOCITY);
        let stresses: Vec<BodyStress> = frames.iter().flat_map(|(_, f)| self.stresses(f)).collect();
        let parts: [fn(&BodyStress) -> f64; 3] = [|s| s.pressure, |s| s.principal, |s| s.shear];
        let [pressure, principal, shear] = parts.map(|part| {
            let scale = greatest(stresses.iter().map(part));
            put(&mut body, stresses.iter().map(|s| root(part(s), scale, PRESSURE)));
            scale
        });
        let view = |frame| View::of_frame(frame, &self.constants, None, Scope::EVERYTHING);
        let counts = frames.iter().flat_map(|(_, f)| view(f).neighbours_of_bodies());
        put(&mut body, counts.map(|n| n.min(65535) as i32));
        let scales = self.put_contacts(&touching.concat(), &mut body);
        let soft = self.put_meshes(frames, &mut body);
        let head = json!({
            "index": frames.iter().map(|(k, _)| k).collect::<Vec<_>>(),
            "time": frames.iter().map(|(_, f)| f.time).collect::<Vec<_>>(),
            "step": frames.iter().map(|(_, f)| f.step).collect::<Vec<_>>(),
            "contacts": touching.iter().map(Vec::len).collect::<Vec<_>>(),
            "bodies": bodies,
            "soft": soft,
            "scale": {
                "velocity": velocities.scale, "spin": spinning.scale, "pressure": pressure,
                "principal": principal, "shear": shear,
                "arm": scales[0], "force": scales[1], "gap": scales[2], "slip": scales[3],
            },
        });
        let head = head.to_string();
        let mut bytes = (head.len() as u32).to_le_bytes().to_vec();
        bytes.extend(head.as_bytes());
        bytes.extend(body);
        deflate(&bytes)
    }

    /// Positions of all bodies, rotations of those where it is seen, predicted from frame to frame.
    fn put_poses(&self, frames: &[(usize, Frame<D>)], out: &mut Vec<u8>) {
        let bodies = self.constants.mass.len();
        let size = configuration_size(D);
        for axis in 0..D {
            // A coordinate that is no number counts as zero, one too far away as far as can be.
            let count = |q: &[f64]| ((q[axis] - self.origin[axis]) / self.quantum).round() as i32;
            let mut column: Vec<i32> =
                frames.iter().flat_map(|(_, f)| f.q.chunks(size).map(count)).collect();
            predicted(&mut column, bodies);
            put(out, column.into_iter());
        }
        let turns = self.turning.len();
        if D == 2 {
            let angle = |f: &Frame<D>, b: usize| (f.q[b * size + 2] / TURN).round() as i64 as i32;
            let all = frames.iter().flat_map(|(_, f)| self.turning.iter().map(|b| angle(f, *b)));
            let mut column: Vec<i32> = all.collect();
            predicted(&mut column, turns);
            put(out, column.into_iter());
            return;
        }
        // Both signs of a quaternion are one rotation: the one nearer to the last frame's is kept.
        let mut signs = vec![1.0; turns];
        let mut columns: [Vec<i32>; 4] = Default::default();
        for (k, (_, frame)) in frames.iter().enumerate() {
            for (sign, b) in signs.iter_mut().zip(&self.turning) {
                let range = b * size + D..(b + 1) * size;
                if let Some((_, before)) = k.checked_sub(1).map(|k| &frames[k]) {
                    let pairs = frame.q[range.clone()].iter().zip(&before.q[range.clone()]);
                    if pairs.map(|(x, y)| x * y).sum::<f64>() < 0.0 {
                        *sign = -*sign;
                    }
                }
                let [w, i, j, k] = [0, 1, 2, 3].map(|c| frame.q[range.start + c]);
                for (column, x) in columns.iter_mut().zip([i, j, k, w]) {
                    column.push((*sign * x / QUATERNION).round() as i32);
                }
            }
        }
        for mut column in columns {
            predicted(&mut column, turns);
            put(out, column.into_iter());
        }
    }

    /// Stresses of the bodies, from their moment tensors (Pa; the plane is 1 m deep).
    fn stresses(&self, frame: &Frame<D>) -> Vec<BodyStress> {
        let view = View::of_frame(frame, &self.constants, None, Scope::EVERYTHING);
        let volumes = &self.constants.volume;
        let stress = |(moment, v): (Matrix<D>, &f64)| match *v > 0.0 {
            true => BodyStress::of(&(moment / *v)),
            false => BodyStress::of(&Matrix::<D>::zeros()),
        };
        moment_tensors(&view).into_iter().zip(volumes).map(stress).collect()
    }

    /// Contacts; returns the scales of arms, forces, gaps and sliding speeds.
    fn put_contacts(&self, contacts: &[&Contact<D>], out: &mut Vec<u8>) -> [f64; 4] {
        // The first body is the one whose centre is nearer: half-spaces have none to speak of.
        let side = |c: &Contact<D>| usize::from(c.arms[0].norm() > c.arms[1].norm());
        let first = |c: &Contact<D>| c.bodies[side(c)] as i32;
        let mut last = 0;
        put(out, contacts.iter().map(|c| first(c) - std::mem::replace(&mut last, first(c))));
        put(out, contacts.iter().map(|c| c.bodies[1 - side(c)] as i32 - first(c)));
        let arm = |c: &Contact<D>, k: usize| c.arms[side(c)][k];
        let arms = greatest(contacts.iter().flat_map(|c| (0..D).map(|k| arm(c, k))));
        for k in 0..D {
            let share = |c: &&Contact<D>| arm(c, k) / arms.max(f64::MIN_POSITIVE) * ARM;
            put(out, contacts.iter().map(|c| share(c).round() as i32));
        }
        let h = self.constants.time_step;
        // Where a bond pulls, the force is negative.
        let force = |c: &&Contact<D>| c.impulse[0] / h;
        let slip = |c: &&Contact<D>| c.velocity.rows(1, D - 1).norm();
        let forces = greatest(contacts.iter().map(force));
        let gaps = greatest(contacts.iter().map(|c| c.gap));
        let slips = greatest(contacts.iter().map(slip));
        put(out, contacts.iter().map(|c| root(force(c), forces, FORCE)));
        let oblique = |c: &&Contact<D>| {
            let (n, t) = (c.impulse[0].abs(), c.impulse.rows(1, D - 1).norm());
            (t / (t + n) * FINE).round() as i32
        };
        put(out, contacts.iter().map(oblique));
        put(out, contacts.iter().map(|c| root(c.gap, gaps, FINE)));
        put(out, contacts.iter().map(|c| root(slip(c), slips, FINE)));
        let status = |c: &&Contact<D>| STATUSES.iter().position(|s| *s == c.status);
        put(out, contacts.iter().map(|c| status(c).unwrap_or(0) as i32));
        // Nothing for contacts that never had a bond.
        let damage = |c: &&Contact<D>| match c.has_bond() {
            true => 1 + (c.damage * DAMAGE).round() as i32,
            false => 0,
        };
        put(out, contacts.iter().map(damage));
        [arms, forces, gaps, slips]
    }
}

/// The contacts of a frame that do something.
fn touching<const D: usize>(frame: &Frame<D>) -> Vec<&Contact<D>> {
    let acts = |c: &&Contact<D>| c.acts() || c.has_bond() || c.status != Status::Open;
    frame.contacts.iter().filter(acts).collect()
}

/// Some components of all rows, and the greatest number among them.
struct Scaled<'a, Rows: Iterator<Item = &'a [f64]> + Clone> {
    rows: Rows,
    components: std::ops::Range<usize>,
    scale: f64,
}

impl<'a, Rows: Iterator<Item = &'a [f64]> + Clone> Scaled<'a, Rows> {
    fn new(rows: Rows, components: std::ops::Range<usize>) -> Self {
        let scale = greatest(rows.clone().flat_map(|row| row[components.clone()].iter().copied()));
        Self { rows, components, scale }
    }

    fn put(&self, out: &mut Vec<u8>, steps: f64) {
        for k in self.components.clone() {
            put(out, self.rows.clone().map(|row| root(row[k], self.scale, steps)));
        }
    }
}
