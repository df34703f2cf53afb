//! Feet of points on skins.

use super::*;

/// A roof of two slopes, without anything behind it.
fn roof() -> Skin<2> {
    let corners = [[-1.0, 0.0], [0.0, 1.0], [1.0, 0.0]].map(Vector::<2>::from);
    let piece = |k: usize| {
        let nodes = [k as u32, k as u32 + 1];
        (k as u32, [corners[k], corners[k + 1]], [[-1.0, 0.0], [1.0, 0.0]], nodes)
    };
    Skin::new(vec![], vec![], (0..2).map(piece).collect(), vec![]).thin()
}

#[test]
fn thin_skins_are_met_on_the_side_of_the_matter() {
    let (skin, at) = (roof(), |x: f64, y: f64| Vector::<2>::new(x, y));
    let feet = |point: Vector<2>, matter: Vector<2>, reach: f64| {
        let mut out = vec![];
        skin.feet(&point, &matter, reach, &mut out);
        out
    };
    let half = 0.5_f64.sqrt();
    // Under the ridge a ball meets both slopes, over it the ridge alone.
    let under = feet(at(0.0, 0.8), at(0.0, 0.8), 0.5);
    assert_eq!(under.len(), 2);
    assert!(under.iter().all(|foot| (foot.gap - 0.2 * half).abs() < 1e-15));
    assert!(under.iter().all(|foot| (foot.normal[1] + half).abs() < 1e-15));
    let over = feet(at(0.0, 1.1), at(0.0, 1.1), 0.5);
    assert!(over.len() == 1 && (over[0].gap - 0.1).abs() < 1e-15);
    assert!((over[0].normal - at(0.0, 1.0)).norm() < 1e-15);
    // Beyond the rim.
    let beyond = feet(at(1.3, -0.3), at(1.3, -0.3), 0.5);
    assert!(beyond.len() == 1 && (beyond[0].gap - 0.6 * half).abs() < 1e-15);
    // A corner that came through from above, and one from below, farther than the reach.
    for (point, matter, sign) in
        [(at(0.5, 0.2), at(1.5, 1.2), 1.0), (at(0.5, 0.8), at(-0.2, 0.1), -1.0)]
    {
        let found = feet(point, matter, 0.1);
        assert_eq!(found.len(), 1);
        assert!((found[0].gap + 0.3 * half).abs() < 1e-15, "{found:?}");
        assert!((found[0].normal - at(half, half) * sign).norm() < 1e-15);
    }
    // The same corners on their own side of it.
    let found = feet(at(0.5, 0.6), at(1.5, 1.6), 0.1);
    assert!((found[0].gap - 0.1 * half).abs() < 1e-15 && found[0].normal[1] > 0.0);
}

/// A membrane of waves with n² squares of two triangles, at random heights.
fn waves(n: usize, heights: &[f64]) -> Skin<3> {
    let corner = |k: usize| {
        let [x, y] = [k % (n + 1), k / (n + 1)].map(|x| x as f64 / n as f64 - 0.5);
        Vector::<3>::new(x, 0.6 * y, heights[k])
    };
    let piece = |k: usize| {
        let a = k / 2 % n + k / 2 / n * (n + 1);
        let nodes =
            if k.is_multiple_of(2) { [a, a + 1, a + n + 2] } else { [a, a + n + 2, a + n + 1] };
        let at = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]];
        (k as u32, nodes.map(corner), at, nodes.map(|node| node as u32))
    };
    Skin::new(vec![], vec![], (0..2 * n * n).map(piece).collect(), vec![]).thin()
}

proptest::proptest! {
    /// Cells find what trying every piece finds, in the same order.
    #[test]
    fn feet_are_those_of_every_piece(
        heights in proptest::collection::vec(-0.1..0.1_f64, 121),
        points in proptest::collection::vec([-0.8..0.8_f64, -0.5..0.5, -0.3..0.3], 20),
        ways in proptest::collection::vec([-2.0..2.0_f64, -1.0..1.0, -2.0..2.0], 20),
        scale in 0.0..1.0_f64,
        reach in 0.0..0.4_f64,
    ) {
        let skin = waves(10, &heights);
        let every = Skin { cells: Cells::default(), ..skin.clone() };
        for (k, (point, way)) in points.iter().zip(&ways).enumerate() {
            let point = Vector::<3>::from(*point);
            // Balls, corners near their matter, along an axis, and far from it.
            let way = Vector::<3>::from(*way);
            let matter = point + match k % 4 {
                0 => Vector::<3>::zeros(),
                1 => way * scale,
                2 => Vector::<3>::new(0.0, 0.0, way.z),
                _ => way * 1e6,
            };
            let feet = |skin: &Skin<3>| {
                let mut out = vec![];
                skin.feet(&point, &matter, reach, &mut out);
                out
            };
            proptest::prop_assert_eq!(feet(&skin), feet(&every));
            let between = |skin: &Skin<3>| skin.lies_between(&point, &matter);
            proptest::prop_assert_eq!(between(&skin), between(&every));
        }
    }
}

/// A parabola y = 1 - x² without anything behind it, in two pieces that lie below it.
fn parabola() -> Skin<2> {
    let line = crate::fem::element::find("L3").expect("an element");
    let corners = [[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0]].map(Vector::<2>::from);
    let piece = |[a, b]: [usize; 2]| {
        let at = [a, b].map(|k| [line.places[k][0], 0.0]);
        (0, [corners[a], corners[b]], at, [a as u32, b as u32])
    };
    let given = vec![piece([0, 2]), piece([2, 1])];
    Skin::new(vec![], vec![], given, vec![Curved::new(line, &corners)]).thin()
}

/// Between a curved facet and its flat pieces it is the facet that says on which side a point is.
#[test]
fn curved_skins_are_gone_through_where_they_are() {
    let (skin, at) = (parabola(), |x: f64, y: f64| Vector::<2>::new(x, y));
    for (point, matter, sign) in [
        (at(0.5, 0.6), at(0.5, 3.0), -1.0),
        (at(0.5, 0.6), at(0.4, -1.0), 1.0),
        (at(-0.5, 0.8), at(-0.5, 3.0), 1.0),
        (at(-0.5, 0.8), at(0.0, 0.1), -1.0),
    ] {
        let mut feet = vec![];
        skin.feet(&point, &matter, 0.3, &mut feet);
        assert_eq!(feet.len(), 1, "{point:?} {matter:?}: {feet:?}");
        let (foot, outward) = (feet[0], (matter - point).dot(&feet[0].normal));
        assert!(outward > 0.0 && foot.gap * sign > 0.0, "{point:?} {matter:?}: {foot:?}");
        assert!((foot.place[1] - 1.0 + foot.place[0].powi(2)).abs() < 1e-14);
        // The normal of a parabola is along (2 x, 1).
        assert!((foot.normal[0] - 2.0 * foot.place[0] * foot.normal[1]).abs() < 1e-10);
    }
    // On it, as far as rounding tells, the matter says which side is out.
    for matter in [at(0.25, 3.0), at(0.25, -1.0)] {
        let mut feet = vec![];
        skin.feet(&at(0.25, 0.9375), &matter, 0.3, &mut feet);
        assert!(feet.len() == 1 && (matter - feet[0].place).dot(&feet[0].normal) > 0.0);
    }
}

/// A square of side 1, matter inside.
fn square() -> Skin<2> {
    let corners = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]].map(Vector::<2>::from);
    let piece = |k: usize| {
        let next = (k + 1) % 4;
        let nodes = [k as u32, next as u32];
        (k as u32, [corners[k], corners[next]], [[-1.0, 0.0], [1.0, 0.0]], nodes)
    };
    Skin::new(vec![], vec![], (0..4).map(piece).collect(), vec![])
}

#[test]
fn points_find_their_foot() {
    let skin = square();
    let above = skin.foot(&Vector::<2>::new(0.25, 1.1), 0.2, |_, _| true).expect("a foot");
    assert!((above.gap - 0.1).abs() < 1e-15 && above.normal == Vector::<2>::new(0.0, 1.0));
    assert!((above.place - Vector::<2>::new(0.25, 1.0)).norm() < 1e-15);
    // The upper side runs from right to left.
    assert!(above.spot.facet == 2 && (above.spot.at[0] - 0.5).abs() < 1e-15);
    let inside = skin.foot(&Vector::<2>::new(0.95, 0.5), 0.2, |_, _| true).expect("a foot");
    assert!((inside.gap + 0.05).abs() < 1e-15 && inside.spot.facet == 1);
    // Beyond a corner, and too far.
    assert_eq!(skin.foot(&Vector::<2>::new(1.1, 1.1), 0.2, |_, _| true), None);
    assert_eq!(skin.foot(&Vector::<2>::new(0.5, 1.3), 0.2, |_, _| true), None);
    // On the corner: a foot, by which side ever.
    assert!(skin.foot(&Vector::<2>::new(1.0, 1.0), 0.2, |_, _| true).is_some());
}

/// Outside a polygon of a circle there is a foot everywhere, and normals turn without a jump.
#[test]
fn round_skins_have_no_gaps() {
    let count = 12;
    let corner = |k: usize| {
        let angle = std::f64::consts::TAU * (k % count) as f64 / count as f64;
        Vector::<2>::new(angle.cos(), angle.sin())
    };
    let piece = |k: usize| {
        let nodes = [k as u32, ((k + 1) % count) as u32];
        (k as u32, [corner(k), corner(k + 1)], [[-1.0, 0.0], [1.0, 0.0]], nodes)
    };
    let skin = Skin::new(vec![], vec![], (0..count).map(piece).collect(), vec![]);
    let mut last: Option<Vector<2>> = None;
    for k in 0..=3600 {
        let angle = std::f64::consts::TAU * f64::from(k) / 3600.0;
        let point = Vector::<2>::new(angle.cos(), angle.sin()) * 1.2;
        let foot = skin.foot(&point, 0.5, |_, _| true).expect("a foot");
        assert!((point - foot.place - foot.normal * foot.gap).norm() < 1e-12);
        if let Some(last) = last {
            assert!((foot.normal - last).norm() < 0.02, "{angle}");
        }
        last = Some(foot.normal);
    }
}
