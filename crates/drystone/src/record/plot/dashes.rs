//! Dashed lines as pieces of lines.

/// The pieces of a line, `on` long with gaps of `off` between them.
pub fn dashes(points: &[[f64; 2]], on: f64, off: f64) -> Vec<Vec<[f64; 2]>> {
    let mut pieces = vec![];
    let (mut piece, mut drawing, mut left) = (vec![], true, on);
    for pair in points.windows(2) {
        let [a, b] = [pair[0], pair[1]];
        if drawing && piece.is_empty() {
            piece.push(a);
        }
        let length = (b[0] - a[0]).hypot(b[1] - a[1]);
        let at = |way: f64| [0, 1].map(|k| a[k] + (b[k] - a[k]) * (way / length));
        let mut way = 0.0;
        while length - way > left {
            way += left;
            if drawing {
                piece.push(at(way));
                pieces.push(std::mem::take(&mut piece));
            } else {
                piece.push(at(way));
            }
            drawing = !drawing;
            left = if drawing { on } else { off };
        }
        left -= length - way;
        if drawing {
            piece.push(b);
        }
    }
    if piece.len() > 1 {
        pieces.push(piece);
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dashes_go_round_corners() {
        let pieces = dashes(&[[0.0, 0.0], [3.0, 0.0], [3.0, 3.0]], 2.0, 0.5);
        let expected = [
            vec![[0.0, 0.0], [2.0, 0.0]],
            vec![[2.5, 0.0], [3.0, 0.0], [3.0, 1.5]],
            vec![[3.0, 2.0], [3.0, 3.0]],
        ];
        assert_eq!(pieces, expected);
        assert!(dashes(&[[1.0, 1.0]], 2.0, 1.0).is_empty());
    }
}
