//! Dashed lines as pieces of lines.

/// The pieces of a line by a pattern of lengths in turn drawn and left out, an even number of them;
/// the whole line where the pattern is empty.
pub fn dashes(points: &[[f64; 2]], pattern: &[f64]) -> Vec<Vec<[f64; 2]>> {
    let Some(first) = pattern.first() else { return vec![points.to_vec()] };
    let mut pieces = vec![];
    let (mut piece, mut part, mut left) = (vec![], 0, *first);
    for pair in points.windows(2) {
        let [a, b] = [pair[0], pair[1]];
        if part % 2 == 0 && piece.is_empty() {
            piece.push(a);
        }
        let length = (b[0] - a[0]).hypot(b[1] - a[1]);
        let at = |way: f64| [0, 1].map(|k| a[k] + (b[k] - a[k]) * (way / length));
        let mut way = 0.0;
        while length - way > left {
            way += left;
            piece.push(at(way));
            if part % 2 == 0 {
                pieces.push(std::mem::take(&mut piece));
            }
            part = (part + 1) % pattern.len();
            left = pattern[part];
        }
        left -= length - way;
        if part % 2 == 0 {
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
        let pieces = dashes(&[[0.0, 0.0], [3.0, 0.0], [3.0, 3.0]], &[2.0, 0.5]);
        let expected = [
            vec![[0.0, 0.0], [2.0, 0.0]],
            vec![[2.5, 0.0], [3.0, 0.0], [3.0, 1.5]],
            vec![[3.0, 2.0], [3.0, 3.0]],
        ];
        assert_eq!(pieces, expected);
        assert!(dashes(&[[1.0, 1.0]], &[2.0, 1.0]).is_empty());
    }

    #[test]
    fn dashes_and_dots_take_turns() {
        let line = [[0.0, 0.0], [10.0, 0.0]];
        let pieces = dashes(&line, &[3.0, 1.0, 0.5, 1.0]);
        let ends: Vec<[f64; 2]> = pieces.iter().map(|p| [p[0][0], p[p.len() - 1][0]]).collect();
        assert_eq!(ends, [[0.0, 3.0], [4.0, 4.5], [5.5, 8.5], [9.5, 10.0]]);
        assert_eq!(dashes(&line, &[]), [line.to_vec()]);
    }
}
