//! Heights in a text file: an ESRI ASCII grid, or plain rows of numbers.
//!
//! Numbers are separated by blanks or commas; empty lines and lines that begin with `#` are
//! skipped; `nan` stands for no height. Messages begin after the name of the file.

/// The largest coordinate (m).
const LARGEST: f64 = 1e30;

/// What a file of heights says.
#[derive(Clone, Debug, PartialEq)]
pub struct GridFile {
    /// Heights, the row of the least second coordinate first; not a number where there is none.
    pub rows: Vec<Vec<f64>>,
    /// Distances along the axes, where the file says them.
    pub spacing: Option<[f64; 2]>,
    /// Where the first height is, where the file says it.
    pub origin: Option<[f64; 2]>,
}

/// A line's number and its numbers.
type Row = (usize, Vec<f64>);

fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.lines().map(|line| line.trim_start_matches('\u{feff}').trim());
    let numbered = lines.enumerate().map(|(k, line)| (k + 1, line));
    numbered.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}

fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| c.is_whitespace() || c == ',' || c == ';').filter(|w| !w.is_empty())
}

fn number(word: &str, line: usize) -> Result<f64, String> {
    match word.parse::<f64>() {
        Ok(x) if x.abs() <= LARGEST => Ok(x),
        Ok(x) if !x.is_nan() => {
            Err(format!(", line {line}: `{word}` is too large: at most {LARGEST:e} can be used"))
        }
        _ => Err(format!(", line {line}: `{word}` is not a number")),
    }
}

fn is_nan(word: &str) -> bool {
    word.parse::<f64>().is_ok_and(f64::is_nan)
}

/// A number, or `nan` where there is no height.
fn height(word: &str, line: usize) -> Result<f64, String> {
    if is_nan(word) { Ok(f64::NAN) } else { number(word, line) }
}

/// The numbers of every line.
pub fn rows(text: &str) -> Result<Vec<Row>, String> {
    rows_of(text, number)
}

fn rows_of(text: &str, read: fn(&str, usize) -> Result<f64, String>) -> Result<Vec<Row>, String> {
    let row = |(line, content)| -> Result<Row, String> {
        Ok((line, words(content).map(|w| read(w, line)).collect::<Result<_, _>>()?))
    };
    lines(text).map(row).collect()
}

/// Whether a word begins an entry of a header.
fn is_name(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_alphabetic()) && word.parse::<f64>().is_err()
}

/// Reads either form.
pub fn parse(text: &str) -> Result<GridFile, String> {
    let first = lines(text).next().and_then(|(_, line)| words(line).next());
    match first {
        None => Err(" has no lines".to_string()),
        Some(word) if is_name(word) => esri(text),
        Some(_) => plain(text),
    }
}

fn plain(text: &str) -> Result<GridFile, String> {
    let found = rows_of(text, height)?;
    let width = found.first().map_or(0, |row| row.1.len());
    if let Some((line, row)) = found.iter().find(|row| row.1.len() != width) {
        return Err(format!(", line {line}: expected {width} heights, found {}", row.len()));
    }
    Ok(GridFile { rows: found.into_iter().map(|row| row.1).collect(), spacing: None, origin: None })
}

const NAMES: [&str; 10] = [
    "ncols",
    "nrows",
    "xllcorner",
    "yllcorner",
    "xllcenter",
    "yllcenter",
    "cellsize",
    "dx",
    "dy",
    "nodata_value",
];

/// A header of names and values, then the rows from north to south, broken anywhere.
fn esri(text: &str) -> Result<GridFile, String> {
    let mut header = [None; NAMES.len()];
    let mut values = vec![];
    let mut last = 1;
    for (line, content) in lines(text) {
        last = line;
        let mut words = words(content).peekable();
        let Some(name) = words.next_if(|w| is_name(w)) else {
            for word in words {
                values.push(height(word, line)?);
            }
            continue;
        };
        let Some(entry) = NAMES.iter().position(|n| n.eq_ignore_ascii_case(name)) else {
            return Err(format!(", line {line}: unknown entry `{name}` of an ESRI grid"));
        };
        let value = words.next().ok_or(format!(", line {line}: `{name}` has no value"))?;
        let read = if NAMES[entry] == "nodata_value" { height } else { number };
        header[entry] = Some((read(value, line)?, line));
    }
    let get = |name: &str| NAMES.iter().position(|n| *n == name).and_then(|k| header[k]);
    let count = |name: &str| {
        let (value, line) = get(name).ok_or(format!(": the entry `{name}` is missing"))?;
        if value.fract() != 0.0 || !(2.0..1e6).contains(&value) {
            return Err(format!(", line {line}: `{name}` must be a whole number from 2"));
        }
        Ok(value as usize)
    };
    let (columns, height) = (count("ncols")?, count("nrows")?);
    if values.len() != columns * height {
        let expected = columns * height;
        return Err(format!(", line {last}: expected {expected} heights, found {}", values.len()));
    }
    let step = |name: &str| {
        let found = get("cellsize").or(get(name));
        let (value, line) = found.ok_or(": the entry `cellsize` is missing".to_string())?;
        let wrong = || format!(", line {line}: the size of a cell must be greater than 0");
        (value > 0.0).then_some(value).ok_or_else(wrong)
    };
    let spacing = [step("dx")?, step("dy")?];
    // Heights are those of the centres of the cells.
    let start = |axis: usize, corner: &str, centre: &str| match (get(corner), get(centre)) {
        (Some((value, _)), _) => value + 0.5 * spacing[axis],
        (None, Some((value, _))) => value,
        (None, None) => 0.0,
    };
    let origin = [start(0, "xllcorner", "xllcenter"), start(1, "yllcorner", "yllcenter")];
    let missing = get("nodata_value").map_or(-9999.0, |entry| entry.0);
    let known = |z: &f64| if *z == missing { f64::NAN } else { *z };
    let rows = values.chunks(columns).rev().map(|row| row.iter().map(known).collect());
    Ok(GridFile { rows: rows.collect(), spacing: Some(spacing), origin: Some(origin) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn esri_grids_begin_in_the_north() {
        let text = "NCOLS 3\nnrows 2\nxllcorner 10\nyllcorner 20\ncellsize 2\nNODATA_value -1\n\
                    1 2 3\n4 5\n-1\n";
        let grid = parse(text).unwrap();
        assert_eq!((grid.spacing, grid.origin), (Some([2.0; 2]), Some([11.0, 21.0])));
        assert_eq!(grid.rows[1], [1.0, 2.0, 3.0]);
        assert_eq!(grid.rows[0][..2], [4.0, 5.0]);
        assert!(grid.rows[0][2].is_nan());
    }

    #[test]
    fn what_is_not_a_number_is_no_height() {
        let header = "ncols 2\nnrows 2\ncellsize 2\n";
        for text in [
            &format!("{header}NODATA_value nan\nNaN 2\n3 4\n"),
            &format!("{header}nan 2\n3 4\n"),
            "3 4\nnan 2\n",
            "# south first\nnan 2\n3 4\n",
        ] {
            let rows = parse(text).unwrap().rows;
            let holes = rows.iter().flatten().filter(|z| z.is_nan()).count();
            assert_eq!((holes, rows.iter().flatten().count()), (1, 4), "{text}");
        }
    }

    #[test]
    fn plain_rows_begin_in_the_south() {
        let grid = parse("# heights\n1 2\n\n3,4\n").unwrap();
        assert_eq!(grid.rows, [[1.0, 2.0], [3.0, 4.0]]);
        assert_eq!((grid.spacing, grid.origin), (None, None));
    }

    #[test]
    fn faults_name_the_line() {
        let fault = |text: &str| parse(text).unwrap_err();
        assert_eq!(fault(""), " has no lines");
        assert_eq!(fault("1 2\n3\n"), ", line 2: expected 2 heights, found 1");
        assert_eq!(fault("1 2\n3 x\n"), ", line 2: `x` is not a number");
        let large = ", line 2: `1e300` is too large: at most 1e30 can be used";
        assert_eq!(fault("1 2\n3 1e300\n"), large);
        assert_eq!(fault("1 2\n3 -inf\n"), large.replace("1e300", "-inf"));
        assert_eq!(fault("ncols nan\n"), ", line 1: `nan` is not a number");
        assert_eq!(rows("0 nan").unwrap_err(), ", line 1: `nan` is not a number");
        assert_eq!(fault("ncols 2\nnrow 2\n"), ", line 2: unknown entry `nrow` of an ESRI grid");
        assert_eq!(fault("ncols 2\n"), ": the entry `nrows` is missing");
        let short = "ncols 2\nnrows 2\ncellsize 1\n1 2 3\n";
        assert_eq!(fault(short), ", line 4: expected 4 heights, found 3");
        let cell = short.replace("size 1", "size 0").replace("3\n", "3 4\n");
        assert!(fault(&cell).starts_with(", line 3: the size of a cell"));
        assert!(fault("ncols 2.5\nnrows 2").starts_with(", line 1: `ncols` must be a whole"));
    }
}
