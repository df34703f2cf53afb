//! The page: one file with everything in it.

use super::block::Packer;
use super::column::deflate;
use super::head::{head, packer};
use crate::Failure;
use drystone::record::plot::{base64, escaped};
use drystone::results::{Geometry, Results};
use serde_json::{Value, json};

/// The viewer as built from `viewer/`; `npm run build` there makes it.
const BUNDLE: &str = include_str!("bundle.html");

/// Where the data of a run go.
const DATA: &str = "<!--DATA-->";

/// The rule of the page that it asks nobody for anything.
const NO_NETWORK: &str = "connect-src 'none'";

/// Frames times bodies of one block: few enough that a browser decodes it between two pictures.
const ROWS: usize = 100_000;

/// A page, and what is in it.
pub struct Page {
    /// The text of the file.
    pub html: String,
    /// Frames that are in it.
    pub packed: usize,
    /// Frames of the run.
    pub total: usize,
    /// What was left out, in words; nothing where nothing was.
    pub note: String,
}

/// The page of results, of at most so many bytes where that is possible.
pub fn page(results: &Results, limit: usize, live: bool) -> Result<Page, Failure> {
    match results.dimension() {
        2 => page_of::<2>(results, limit, live),
        _ => page_of::<3>(results, limit, live),
    }
}

/// The packer of results: the same for the page and for what comes later.
pub fn packer_of<const D: usize>(results: &Results) -> Result<(Packer<D>, Geometry<D>), Failure> {
    let geometry = results.geometry::<D>().map_err(Failure::input)?;
    let first = (results.frames() > 0).then(|| results.frame::<D>(0).map_err(Failure::input));
    let first: Vec<_> = first.transpose()?.into_iter().collect();
    Ok((packer(results, &geometry, &first)?, geometry))
}

fn page_of<const D: usize>(results: &Results, limit: usize, live: bool) -> Result<Page, Failure> {
    let (packer, geometry) = packer_of::<D>(results)?;
    let mut head = head(results, &geometry, &packer)?;
    let total = results.frames();
    let megabytes = limit as f64 / 1e6;
    head["live"] = Value::from(live);
    let mut completed = |packed: usize, stride: usize| {
        let note = match packed < total {
            true => format!(
                "{packed} of {total} frames are shown, one of {stride}, to keep this page below \
                 {megabytes} MB (drystone view --max-mb)."
            ),
            false => String::new(),
        };
        head["frames"] = json!({ "total": total, "packed": packed, "every": stride });
        head["note"] = Value::from(note.clone());
        (element(&deflate(head.to_string().as_bytes())), note)
    };
    let name = match results.title() {
        title if title.is_empty() => "Drystone".to_string(),
        title => format!("{} – Drystone", escaped(&title)),
    };
    // Whatever the frames: with a note, whose numbers may take a few bytes more.
    let fixed = BUNDLE.len() + name.len() + completed(0, total).0.len() + 32;
    let mut stride = 1;
    let (blocks, packed) = loop {
        match blocks(results, &packer, stride, limit.saturating_sub(fixed))? {
            Packed::Fits(blocks, packed) => break (blocks, packed),
            Packed::TooLarge { share } => {
                let wanted = (stride as f64 / share.max(1e-6)).ceil() as usize;
                stride = wanted.clamp(stride + 1, total.max(stride + 1));
            }
        }
    };
    let (mut data, note) = completed(packed, stride);
    data.push_str(&blocks);
    // A page from disk reaches nothing; one of a run in progress asks its own server for more.
    let reach = if live { "connect-src 'self'" } else { NO_NETWORK };
    let html = BUNDLE
        .replacen(NO_NETWORK, reach, 1)
        .replacen("<title>Drystone</title>", &format!("<title>{name}</title>"), 1)
        .replacen(DATA, &data, 1);
    Ok(Page { html, packed, total, note })
}

enum Packed {
    /// The elements of the page, and their frames.
    Fits(String, usize),
    /// Which share of the frames would fit.
    TooLarge { share: f64 },
}

/// All blocks of a page. The first and the last frame come first: the page opens with them.
fn blocks<const D: usize>(
    results: &Results,
    packer: &Packer<D>,
    stride: usize,
    limit: usize,
) -> Result<Packed, Failure> {
    let total = results.frames();
    let mut ends = vec![];
    ends.extend((total > 0).then_some(0));
    ends.extend((total > 1).then(|| total - 1));
    let inner: Vec<usize> = (1..total.saturating_sub(1)).filter(|k| k % stride == 0).collect();
    let size = (ROWS / packer.constants.mass.len().max(1)).clamp(1, 50);
    let mut text = String::new();
    let mut done = 0;
    let groups = std::iter::once(ends.as_slice()).chain(inner.chunks(size));
    for group in groups.filter(|group| !group.is_empty()) {
        text.push_str(&element(&packer.block(&read(results, group)?)));
        done += group.len();
        // The two ends are there in any case.
        if text.len() > limit && !inner.is_empty() {
            let all = (ends.len() + inner.len()) as f64 / done as f64 * text.len() as f64;
            return Ok(Packed::TooLarge { share: limit as f64 / all });
        }
    }
    Ok(Packed::Fits(text, done))
}

/// Frames with their indices.
pub fn read<const D: usize>(
    results: &Results,
    indices: &[usize],
) -> Result<Vec<(usize, drystone::results::Frame<D>)>, Failure> {
    let frame = |k: &usize| Ok((*k, results.frame::<D>(*k).map_err(Failure::input)?));
    indices.iter().map(frame).collect()
}

fn element(bytes: &[u8]) -> String {
    format!("<script type=\"text/drystone\">{}</script>\n", base64(bytes))
}
