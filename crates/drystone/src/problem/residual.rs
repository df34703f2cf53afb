//! The judge: how far a pair (r, u) is from Coulomb's law.
//!
//! With ũ = (u_N + μ‖u_T‖, u_T) (and with rolling friction, see [`Cone`]) the law is r = P_K(r - ρ ũ) for any ρ > 0. Several norms of the
//! defect are reported, whatever the solver:
//!
//! * **natural map**: ρ = 1 in the original units, `sqrt(Σ ‖r - P_K(r - ũ)‖²) / max(‖b‖, ‖r‖, ‖u‖)`,
//!   the measure used for collections of problems in reduced form; unscaled when the denominator
//!   vanishes; and the same relative to `max(‖r‖, ‖u‖)`, used for those in global form;
//! * **contact maximum** and **quadratic mean**: ρ_c = B/tr W_cc, which makes
//!   `d_c = (r_c - P_K(r_c - ρ_c ũ_c))/ρ_c` a velocity: the change a one-contact update would
//!   still make. Both are relative to the quadratic mean of the velocities `W_cc r_c` that the
//!   reactions themselves produce over the contacts that carry one:
//!   `max ‖d_c‖ / s` and `sqrt(mean ‖d_c‖²) / s`, `s = sqrt(mean ‖W_cc r_c‖²)`, the means over
//!   contacts with r ≠ 0 or d ≠ 0. The quadratic mean is the customary criterion of the field.
//!   Where s is beyond [`BEYOND`] times the greatest velocity `‖b_c‖` that such a contact would have
//!   without reactions, that is the scale instead: impulses that are wedged against each other may
//!   grow without end, and relative to them any motion would be small.
//!
//! Beside them stands the **approach**, the speed at which contacts still close relative to normal
//! velocities without reactions, `sqrt(Σ min(u_N, 0)²) / ‖b_N‖`. Where reactions are wedged against each other and
//! very large, it tells that they achieve nothing.

use super::{Cone, Form, Units};
use nalgebra::{SMatrix, SVector};

/// What reactions may do, relative to the greatest velocity without them, before this is the scale
/// of velocity defects: the weight of a thousand bodies on the last of them.
pub const BEYOND: f64 = 1e3;

/// Which norm a tolerance is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Norm {
    /// Natural map relative to max(‖b‖, ‖r‖, ‖u‖).
    NaturalMap,
    /// Natural map relative to max(‖r‖, ‖u‖).
    NaturalMapGlobal,
    /// Worst contact.
    ContactMax,
    /// Quadratic mean over the active contacts.
    #[default]
    QuadraticMean,
}

/// Every norm with its name in scene files.
pub const NORMS: &[(Norm, &str)] = &[
    (Norm::NaturalMap, "natural_map"),
    (Norm::NaturalMapGlobal, "natural_map_global"),
    (Norm::ContactMax, "contact_max"),
    (Norm::QuadraticMean, "quadratic_mean"),
];

/// How far a solution is from the law, in each norm (all without dimension).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Residual {
    /// Natural map with step 1 relative to max(‖b‖, ‖r‖, ‖u‖).
    pub natural_map: f64,
    /// Natural map with step 1 relative to max(‖r‖, ‖u‖).
    pub natural_map_global: f64,
    /// Worst contact's velocity defect.
    pub contact_max: f64,
    /// Quadratic mean of the velocity defects.
    pub quadratic_mean: f64,
    /// Speed at which contacts close, relative to normal velocities without reactions.
    pub approach: f64,
}

impl Residual {
    /// The value in one norm.
    pub fn value(&self, norm: Norm) -> f64 {
        match norm {
            Norm::NaturalMap => self.natural_map,
            Norm::NaturalMapGlobal => self.natural_map_global,
            Norm::ContactMax => self.contact_max,
            Norm::QuadraticMean => self.quadratic_mean,
        }
    }

    /// Judges r; `z` must be the one that carries r.
    pub fn of<const B: usize>(
        problem: &(impl Form<B> + ?Sized),
        r: &[SVector<f64, B>],
        z: &[f64],
    ) -> Self {
        let mut sums = Sums { units: problem.units(), ..Sums::default() };
        for (c, ((w, b), cone)) in
            problem.diagonal().iter().zip(problem.b()).zip(problem.cones()).enumerate()
        {
            sums.add(w, b, cone, &r[c], &problem.velocity(c, r, z));
        }
        sums.finish()
    }

    /// Judges r alone.
    pub fn of_impulses<const B: usize>(
        problem: &(impl Form<B> + ?Sized),
        r: &[SVector<f64, B>],
    ) -> Self {
        let mut z = vec![];
        problem.carry(r, &mut z);
        Self::of(problem, r, &z)
    }
}

#[derive(Default)]
struct Sums {
    units: Units,
    natural: f64,
    b: f64,
    r: f64,
    u: f64,
    defect: f64,
    worst: f64,
    produced: f64,
    /// The greatest ‖b_c‖² of a contact that counts.
    free: f64,
    active: usize,
    /// Σ min(u_N, 0)², Σ b_N².
    closing: [f64; 2],
}

impl Sums {
    fn add<const B: usize>(
        &mut self,
        w: &SMatrix<f64, B, B>,
        b: &SVector<f64, B>,
        cone: &Cone,
        r: &SVector<f64, B>,
        u: &SVector<f64, B>,
    ) {
        let (rr, uu) = (r.norm_squared(), u.norm_squared());
        self.b += b.norm_squared();
        self.r += rr;
        self.u += uu;
        let shifted = cone.shifted(u);
        if !cone.is_free() {
            self.closing[0] += u[0].min(0.0) * u[0].min(0.0);
            self.closing[1] += b[0] * b[0];
            if rr == 0.0 && shifted[0] >= 0.0 && u[0] >= 0.0 {
                return;
            }
        }
        let rho = self.units.velocity / self.units.impulse;
        self.natural += (r - cone.project(&(r - shifted * rho))).norm_squared();
        let scale = w.trace() / B as f64;
        if scale > 0.0 {
            let d = (r - cone.project(&(r - shifted / scale))).norm_squared() * scale * scale;
            self.defect += d;
            if d > self.worst || d.is_nan() {
                self.worst = d;
            }
            self.produced += (w * r).norm_squared();
            self.free = self.free.max(b.norm_squared());
            self.active += 1;
        } else if !rr.is_finite() {
            // Nothing moves here, so no velocity would tell.
            self.defect = f64::NAN;
            self.worst = f64::NAN;
        }
    }

    fn finish(&self) -> Residual {
        // A NaN anywhere must come out as a NaN: it is neither above nor below a tolerance.
        let relative = |x: f64, scale: f64| if scale <= f64::EPSILON { x } else { x / scale };
        let Units { velocity, impulse } = self.units;
        let natural = self.natural.sqrt() * impulse;
        let (b, r, u) =
            (self.b.sqrt() * velocity, self.r.sqrt() * impulse, self.u.sqrt() * velocity);
        let n = self.active.max(1) as f64;
        let [closing, free] = self.closing;
        let produced = (self.produced / n).sqrt();
        let scale = produced.min(BEYOND * self.free.sqrt());
        Residual {
            natural_map: relative(natural, b.max(r).max(u)),
            natural_map_global: relative(natural, r.max(u)),
            contact_max: relative(self.worst.sqrt(), scale),
            quadratic_mean: relative((self.defect / n).sqrt(), scale),
            approach: if closing > 0.0 { (closing / free).sqrt() } else { 0.0 },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Reduced;
    use nalgebra::{Matrix2, Vector2};

    fn one_contact(b: Vector2<f64>, mu: f64) -> Reduced<2> {
        Reduced::single(Matrix2::new(2.0, 0.0, 0.0, 1.0), b, Cone::Coulomb { mu })
    }

    #[test]
    fn the_approach_is_what_is_left_of_it() {
        let problem = one_contact(Vector2::new(-2.0, 1.0), 0.5);
        let approach = |r: f64| Residual::of_impulses(&problem, &[Vector2::new(r, 0.0)]).approach;
        // u_N = 2 r - 2.
        assert_eq!([0.0, 0.5, 1.0, 2.0].map(approach), [1.0, 0.5, 0.0, 0.0]);
    }

    #[test]
    fn units_change_nothing() {
        let problem = one_contact(Vector2::new(-2.0, 1.0), 0.5);
        let r = Vector2::new(1.1, -0.4);
        let (velocity, impulse) = (1e-3, 50.0);
        let mut scaled = Reduced::single(
            problem.blocks[0] * (impulse / velocity),
            problem.b[0] / velocity,
            problem.cones[0],
        );
        scaled.units = Units { velocity, impulse };
        let (a, b) =
            (Residual::of_impulses(&problem, &[r]), Residual::of_impulses(&scaled, &[r / impulse]));
        for (norm, _) in NORMS {
            assert!((a.value(*norm) - b.value(*norm)).abs() < 1e-14, "{a:?} {b:?}");
        }
    }

    #[test]
    fn exact_solutions_have_no_residual() {
        // Sticking: r = -W⁻¹ b inside the cone; sliding: on its boundary, against u_T.
        let stick = one_contact(Vector2::new(-2.0, 0.3), 0.5);
        let r = Vector2::new(1.0, -0.3);
        assert!(Residual::of_impulses(&stick, &[r]).natural_map < 1e-15);
        let slide = one_contact(Vector2::new(-2.0, 1.0), 0.5);
        let r = Vector2::new(1.0, -0.5);
        let residual = Residual::of_impulses(&slide, &[r]);
        assert!(residual.natural_map < 1e-15 && residual.contact_max < 1e-15);
    }

    #[test]
    fn not_a_number_never_passes() {
        let problem = one_contact(Vector2::new(-2.0, 0.3), 0.5);
        for bad in [Vector2::new(f64::NAN, 0.0), Vector2::new(1.0, f64::NAN)] {
            let residual = Residual::of_impulses(&problem, &[bad]);
            for (norm, _) in NORMS {
                assert!(residual.value(*norm).is_nan(), "{residual:?}");
            }
        }
    }

    #[test]
    fn not_a_number_on_an_immovable_contact_is_seen() {
        let zero = Matrix2::zeros();
        let problem = Reduced::single(zero, Vector2::new(-1.0, 0.0), Cone::Coulomb { mu: 0.5 });
        let bad = Residual::of_impulses(&problem, &[Vector2::new(f64::NAN, 0.0)]);
        for (norm, _) in NORMS {
            assert!(bad.value(*norm).is_nan(), "{bad:?}");
        }
    }

    /// A weight b on the lower of two walls that press it with 1e7 times as much: falling at a tenth of
    /// its free velocity is nothing beside what each wall does, and yet no answer.
    #[test]
    fn a_fall_between_walls_that_press_is_seen() {
        let (one, cone) = (Matrix2::identity(), Cone::Coulomb { mu: 0.3 });
        let b = vec![Vector2::new(-1.0, 0.0), Vector2::new(1.0, 0.0)];
        let blocks = vec![one, -one, -one, one];
        let problem = Reduced::new(vec![0, 2, 4], vec![0, 1, 0, 1], blocks, b, vec![cone; 2]);
        let judge = |left: f64, wedge: f64| {
            let r = [Vector2::new(1.0 - left + wedge, 0.0), Vector2::new(wedge, 0.0)];
            Residual::of_impulses(&problem, &r)
        };
        assert!(judge(0.0, 1e7).quadratic_mean < 1e-12);
        let wrong = judge(0.1, 1e7);
        let least = 0.1 / BEYOND;
        assert!((wrong.quadratic_mean / least - 1.0).abs() < 1e-6, "{wrong:?}");
        assert!((wrong.contact_max / least - 1.0).abs() < 1e-6, "{wrong:?}");
    }

    #[test]
    fn wrong_answers_are_seen() {
        let stick = one_contact(Vector2::new(-2.0, 0.3), 0.5);
        for wrong in [Vector2::zeros(), Vector2::new(1.1, -0.3), Vector2::new(1.0, -0.6)] {
            let residual = Residual::of_impulses(&stick, &[wrong]);
            assert!(residual.natural_map > 0.01 && residual.quadratic_mean > 0.01);
        }
        // Friction that pushes along the sliding direction is inside the cone, yet wrong.
        let slide = one_contact(Vector2::new(-2.0, 1.0), 0.5);
        assert!(Residual::of_impulses(&slide, &[Vector2::new(1.0, 0.5)]).natural_map > 0.1);
    }
}
