//! Two columns of a CSV file, for functions of time.
//!
//! The first line names the columns; empty lines and lines that begin with `#` are skipped.

use super::error::Fault;
use super::format::{Points, TableFile};
use std::path::Path;

/// Reads the columns a table asks for; `path` is the key of the table in the scene.
pub fn read(table: &TableFile, folder: &Path, path: &str) -> Result<Points, Fault> {
    let file = &table.file;
    let text = crate::intake::read_text(&folder.join(file))
        .map_err(|e| Fault::new(format!("{path}.file"), format!("cannot read `{file}`: {e}")))?;
    parse(&text, table, path)
}

fn parse(text: &str, table: &TableFile, path: &str) -> Result<Points, Fault> {
    let file = &table.file;
    let mut lines = text
        .lines()
        .map(|line| line.trim_start_matches('\u{feff}').trim())
        .enumerate()
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let Some((_, header)) = lines.next() else {
        return Err(Fault::new(format!("{path}.file"), format!("`{file}` has no lines")));
    };
    let columns: Vec<&str> = header.split(',').map(clean).collect();
    let find = |key: &str, name: &str| {
        columns.iter().position(|c| *c == name).ok_or_else(|| {
            let kind = format!("column of `{file}`");
            Fault::unknown(format!("{path}.{key}"), &kind, name, columns.iter().copied())
        })
    };
    let (time, value) = (find("time", &table.time)?, find("value", &table.value)?);
    let mut points = Points { times: vec![], values: vec![] };
    for (index, line) in lines {
        let cells: Vec<&str> = line.split(',').map(clean).collect();
        let wrong = |message: String| {
            Fault::new(format!("{path}.file"), format!("`{file}`, line {}: {message}", index + 1))
        };
        let number = |column: usize| {
            let name = columns[column];
            let cell = cells.get(column).ok_or_else(|| wrong(format!("no column `{name}`")))?;
            let number = cell.parse::<f64>().ok().filter(|x| x.is_finite());
            number.ok_or_else(|| wrong(format!("`{cell}` in column `{name}` is not a number")))
        };
        let (t, x) = (number(time)?, number(value)?);
        if let Some(before) = points.times.last().filter(|before| **before >= t) {
            return Err(wrong(format!("times must increase, but {t} comes after {before}")));
        }
        points.times.push(t);
        points.values.push(x * table.scale);
    }
    if points.times.is_empty() {
        return Err(Fault::new(format!("{path}.file"), format!("`{file}` has no rows")));
    }
    Ok(points)
}

fn clean(cell: &str) -> &str {
    cell.trim().trim_matches('"')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_text(text: &str) -> Result<Points, String> {
        let table = TableFile {
            file: "quake.csv".into(),
            time: "t".into(),
            value: "ax".into(),
            scale: 2.0,
        };
        parse(text, &table, "f").map_err(|fault| {
            format!("{} | {} | {}", fault.path, fault.message, fault.help.unwrap_or_default())
        })
    }

    #[test]
    fn columns_are_found_by_name_and_scaled() {
        let points = read_text("# recorded\nay, t, \"ax\"\n9,0,1.5\n\n9,0.5,-2\n").unwrap();
        assert_eq!(points, Points { times: vec![0.0, 0.5], values: vec![3.0, -4.0] });
    }

    #[test]
    fn faults_name_line_and_column() {
        let fault = |text: &str| read_text(text).unwrap_err();
        assert!(fault("t,bx\n0,1\n").contains("f.value | unknown column of `quake.csv` `ax`"));
        assert!(fault("t,axx\n0,1\n").contains("did you mean `axx`?"));
        assert!(fault("t,ax\n0,1\n1,abc\n").contains("line 3: `abc` in column `ax`"));
        assert!(fault("t,ax\n0,nan\n").contains("line 2: `nan` in column `ax`"));
        assert!(fault("t,ax\n0\n").contains("line 2: no column `ax`"));
        assert!(fault("t,ax\n1,0\n1,0\n").contains("line 3: times must increase"));
        assert!(fault("t,ax\n").contains("no rows"));
        assert!(fault("").contains("no lines"));
    }
}
