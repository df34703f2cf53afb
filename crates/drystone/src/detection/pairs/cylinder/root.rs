//! Roots of functions of one variable, bracketed.

/// Samples of an interval.
const SAMPLES: usize = 24;

/// How often intervals with a zero are sampled again.
pub(in super::super) const LEVELS: usize = 2;

/// A zero of `f` between `a` and `b`, where it has the values `fa` and `fb` of opposite sign:
/// the secant method with bisection where that is slow, to rounding.
pub(in super::super) fn zero(
    mut a: f64,
    mut fa: f64,
    mut b: f64,
    mut fb: f64,
    f: impl Fn(f64) -> f64,
) -> f64 {
    for round in 0..200 {
        let x = if round % 3 == 2 { 0.5 * (a + b) } else { b - fb * (b - a) / (fb - fa) };
        let x = if x > a.min(b) && x < a.max(b) { x } else { 0.5 * (a + b) };
        if x == a || x == b {
            break;
        }
        let fx = f(x);
        if fx == 0.0 {
            return x;
        }
        if (fx > 0.0) == (fa > 0.0) {
            (a, fa) = (x, fx);
        } else {
            (b, fb) = (x, fx);
        }
    }
    if fa.abs() < fb.abs() { a } else { b }
}

/// Calls `found` with the arguments at which a function falls through zero.
pub(in super::super) fn falls(
    from: f64,
    to: f64,
    f: impl Fn(f64) -> f64,
    mut found: impl FnMut(f64),
) {
    roots([from, to], &f, LEVELS, &mut |x, falling| {
        if falling {
            found(x);
        }
    });
}

/// Calls `found` with the zeros of a function, and whether it falls there. Where there is one
/// there may be three: intervals with a zero are sampled again.
pub(in super::super) fn roots(
    [from, to]: [f64; 2],
    f: &impl Fn(f64) -> f64,
    levels: usize,
    found: &mut impl FnMut(f64, bool),
) {
    let at = |k: usize| from + (to - from) * k as f64 / SAMPLES as f64;
    let mut last = f(at(0));
    for k in 0..SAMPLES {
        let next = f(at(k + 1));
        if (last > 0.0) != (next > 0.0) {
            if levels > 0 {
                roots([at(k), at(k + 1)], f, levels - 1, found);
            } else {
                found(zero(at(k), last, at(k + 1), next, f), last > 0.0);
            }
        }
        last = next;
    }
}
