//! Adaptive integration of moments over an interval.
//!
//! Each panel is mapped by x = m + l (3 t - t³) / 2, which makes the square roots at the rims of
//! round bodies smooth, and integrated by the pair of Gauss (7 points) and Kronrod (15 points);
//! their difference estimates the error. The panel of the greatest error is halved until the
//! sum of the errors is below the tolerance.

use super::moments::Moments;

const NODES: [f64; 8] = [
    0.991_455_371_120_812_6,
    0.949_107_912_342_758_5,
    0.864_864_423_359_769_1,
    0.741_531_185_599_394_4,
    0.586_087_235_467_691_1,
    0.405_845_151_377_397_2,
    0.207_784_955_007_898_47,
    0.0,
];
const KRONROD: [f64; 8] = [
    0.022_935_322_010_529_224,
    0.063_092_092_629_978_56,
    0.104_790_010_322_250_18,
    0.140_653_259_715_525_92,
    0.169_004_726_639_267_9,
    0.190_350_578_064_785_4,
    0.204_432_940_075_298_9,
    0.209_482_141_084_727_82,
];
/// Weights of Gauss at every second node.
const GAUSS: [f64; 4] = [
    0.129_484_966_168_869_7,
    0.279_705_391_489_276_64,
    0.381_830_050_505_118_9,
    0.417_959_183_673_469_4,
];

/// Most panels of one integral.
const PANELS: usize = 400;

struct Panel<const D: usize> {
    ends: [f64; 2],
    value: Moments<D>,
    error: f64,
}

/// The integral over the panels between sorted `breaks`, and an estimate of its error in terms
/// of `measure`; stops when that is below `tolerance`.
pub(super) fn integrate<const D: usize>(
    breaks: &[f64],
    tolerance: f64,
    measure: &impl Fn(&Moments<D>) -> f64,
    mut f: impl FnMut(f64) -> Moments<D>,
) -> (Moments<D>, f64) {
    let mut panels: Vec<Panel<D>> = Vec::new();
    for ends in breaks.windows(2) {
        if ends[1] > ends[0] {
            panels.push(panel([ends[0], ends[1]], measure, &mut f));
        }
    }
    loop {
        let error: f64 = panels.iter().map(|p| p.error).sum();
        let worst = (0..panels.len()).max_by(|&i, &j| panels[i].error.total_cmp(&panels[j].error));
        match worst {
            Some(worst) if error > tolerance && panels.len() < PANELS => {
                let [a, b] = panels[worst].ends;
                let middle = 0.5 * (a + b);
                panels[worst] = panel([a, middle], measure, &mut f);
                panels.push(panel([middle, b], measure, &mut f));
            }
            _ => {
                let mut total = Moments::zero();
                panels.iter().for_each(|p| total.add(&p.value, 1.0));
                return (total, error);
            }
        }
    }
}

fn panel<const D: usize>(
    ends: [f64; 2],
    measure: &impl Fn(&Moments<D>) -> f64,
    f: &mut impl FnMut(f64) -> Moments<D>,
) -> Panel<D> {
    let (middle, half) = (0.5 * (ends[0] + ends[1]), 0.5 * (ends[1] - ends[0]));
    let (mut value, mut difference) = (Moments::zero(), Moments::zero());
    for (k, node) in NODES.iter().enumerate() {
        let gauss = if k % 2 == 1 { GAUSS[k / 2] } else { 0.0 };
        let pair = [-node, *node];
        for t in if *node == 0.0 { &pair[1..] } else { &pair[..] } {
            let at = f(middle + half * t * (3.0 - t * t) / 2.0);
            let slope = half * 1.5 * (1.0 - t * t);
            value.add(&at, KRONROD[k] * slope);
            difference.add(&at, (KRONROD[k] - gauss) * slope);
        }
    }
    Panel { ends, value, error: measure(&difference) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_half_disk_and_a_kink() {
        let of = |volume: f64| Moments::<2> { volume, ..Moments::zero() };
        let measure = |m: &Moments<2>| m.volume.abs();
        let (half, error) = integrate(&[-1.0, 1.0], 1e-13, &measure, |x| of((1.0 - x * x).sqrt()));
        assert!((half.volume - std::f64::consts::FRAC_PI_2).abs() < 1e-13, "{error}");
        let (kink, _) = integrate(&[-1.0, 2.0], 1e-12, &measure, |x| of((x - 0.3).abs()));
        assert!((kink.volume - (1.69 + 2.89) / 2.0).abs() < 1e-11);
    }
}
