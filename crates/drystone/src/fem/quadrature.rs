//! Points and weights of integration on reference elements.

/// A rule: places in the reference element, and weights whose sum is its volume.
pub type Rule = Vec<([f64; 3], f64)>;

/// Gauss points of the segment from -1 to 1: one, two or three.
fn gauss(count: usize) -> Vec<(f64, f64)> {
    match count {
        1 => vec![(0.0, 2.0)],
        2 => {
            let x = 1.0 / 3.0_f64.sqrt();
            vec![(-x, 1.0), (x, 1.0)]
        }
        _ => {
            let x = 0.6_f64.sqrt();
            vec![(-x, 5.0 / 9.0), (0.0, 8.0 / 9.0), (x, 5.0 / 9.0)]
        }
    }
}

/// Gauss points of the segment, square or cube from -1 to 1, as many along each axis.
pub fn cube(dimension: usize, count: usize) -> Rule {
    let line = gauss(count);
    let mut rule = vec![([0.0; 3], 1.0)];
    for axis in 0..dimension {
        let along = |(place, weight): ([f64; 3], f64)| {
            line.iter().map(move |(x, w)| {
                let mut place = place;
                place[axis] = *x;
                (place, weight * w)
            })
        };
        // The first axis varies fastest.
        rule = rule.into_iter().flat_map(along).collect();
    }
    rule
}

/// Degree one on the triangle (0,0), (1,0), (0,1) or the tetrahedron.
pub fn centre(dimension: usize) -> Rule {
    let mut place = [0.0; 3];
    place[..dimension].fill(1.0 / (dimension + 1) as f64);
    vec![(place, if dimension == 2 { 0.5 } else { 1.0 / 6.0 })]
}

/// Degree two on the triangle: three points; on the tetrahedron: four.
pub fn simplex_two(dimension: usize) -> Rule {
    let (near, weight) = if dimension == 2 {
        (1.0 / 6.0, 1.0 / 6.0)
    } else {
        ((5.0 - 5.0_f64.sqrt()) / 20.0, 1.0 / 24.0)
    };
    let far = 1.0 - dimension as f64 * near;
    let point = |corner: Option<usize>| {
        let mut place = [0.0; 3];
        place[..dimension].fill(near);
        if let Some(axis) = corner {
            place[axis] = far;
        }
        (place, weight)
    };
    std::iter::once(None).chain((0..dimension).map(Some)).map(point).collect()
}

/// Degree four: on the triangle six points; on the tetrahedron those of the cube, 64, collapsed onto it.
pub fn simplex_four(dimension: usize) -> Rule {
    if dimension == 3 {
        return collapsed();
    }
    let orbit = |a: f64, weight: f64| {
        [[a, a], [1.0 - 2.0 * a, a], [a, 1.0 - 2.0 * a]].map(|[x, y]| ([x, y, 0.0], 0.5 * weight))
    };
    // The two orbits in closed form.
    let (root, inner) = (10.0_f64.sqrt(), (38.0 - 44.0 * 0.4_f64.sqrt()).sqrt());
    let (a, b) = ((8.0 - root + inner) / 18.0, (8.0 - root - inner) / 18.0);
    let spread = (213125.0 - 53320.0 * root).sqrt();
    let (wa, wb) = ((620.0 + spread) / 3720.0, (620.0 - spread) / 3720.0);
    orbit(a, wa).into_iter().chain(orbit(b, wb)).collect()
}

/// x = u, y = v (1 - u), z = w (1 - u)(1 - v), of volume (1 - u)² (1 - v): four Gauss points a side are exact
/// up to degree seven, less two for the volume.
fn collapsed() -> Rule {
    let unit: Vec<(f64, f64)> =
        gauss_four().into_iter().map(|(x, w)| (0.5 * (1.0 + x), 0.5 * w)).collect();
    let mut rule = vec![];
    for (u, wu) in &unit {
        for (v, wv) in &unit {
            for (w, ww) in &unit {
                let (left, right) = (1.0 - u, 1.0 - v);
                let place = [*u, v * left, w * left * right];
                rule.push((place, wu * wv * ww * left * left * right));
            }
        }
    }
    rule
}

/// Four Gauss points of the segment.
fn gauss_four() -> [(f64, f64); 4] {
    let root = (6.0_f64 / 5.0).sqrt();
    let (near, far) =
        ((3.0 / 7.0 - 2.0 / 7.0 * root).sqrt(), (3.0 / 7.0 + 2.0 / 7.0 * root).sqrt());
    let (heavy, light) = ((18.0 + 30.0_f64.sqrt()) / 36.0, (18.0 - 30.0_f64.sqrt()) / 36.0);
    [(-far, light), (-near, heavy), (near, heavy), (far, light)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn integral(rule: &Rule, powers: [i32; 3]) -> f64 {
        let value = |p: &[f64; 3]| (0..3).map(|k| p[k].powi(powers[k])).product::<f64>();
        rule.iter().map(|(place, weight)| weight * value(place)).sum()
    }

    /// ∫ xᵃ yᵇ zᶜ over the simplex is a! b! c! / (a + b + c + dimension)!.
    fn on_simplex(dimension: usize, powers: [i32; 3]) -> f64 {
        let factorial = |n: i32| (1..=n).map(f64::from).product::<f64>();
        let total: i32 = powers.iter().sum();
        powers.iter().map(|p| factorial(*p)).product::<f64>() / factorial(total + dimension as i32)
    }

    fn powers(dimension: usize, degree: i32) -> Vec<[i32; 3]> {
        let mut all = vec![];
        for a in 0..=degree {
            for b in 0..=degree - a {
                for c in 0..=if dimension == 3 { degree - a - b } else { 0 } {
                    all.push([a, b, c]);
                }
            }
        }
        all
    }

    #[test]
    fn simplices_are_exact_to_their_degree() {
        for dimension in [2, 3] {
            let rules = [(centre(dimension), 1), (simplex_two(dimension), 2)];
            for (rule, degree) in rules.into_iter().chain([(simplex_four(dimension), 4)]) {
                for p in powers(dimension, degree) {
                    let off = integral(&rule, p) - on_simplex(dimension, p);
                    assert!(off.abs() < 1e-14, "{dimension} {degree} {p:?} {off}");
                }
                assert!(rule.iter().all(|(_, weight)| *weight > 0.0));
            }
        }
    }

    #[test]
    fn cubes_are_exact_to_their_degree() {
        for dimension in 1..=3 {
            for count in 1..=3 {
                let rule = cube(dimension, count);
                assert_eq!(rule.len(), count.pow(dimension as u32));
                for p in 0..(2 * count) as i32 {
                    let exact = if p % 2 == 1 { 0.0 } else { 2.0 / f64::from(p + 1) };
                    let off = integral(&rule, [p, 0, 0]) - exact * 2_f64.powi(dimension as i32 - 1);
                    assert!(off.abs() < 1e-14);
                }
            }
        }
    }
}
