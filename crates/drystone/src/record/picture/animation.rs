//! Pictures in sequence: GIF by ourselves, MP4 by ffmpeg where it is installed.

use super::canvas::Drawing;
use super::raster;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};

/// A film that grows picture by picture, all of one size.
pub struct Film {
    width: usize,
    height: usize,
    per_second: f64,
    kind: Kind,
}

enum Kind {
    Gif(Box<gif::Encoder<BufWriter<File>>>),
    Mp4 { child: Child, input: ChildStdin },
}

impl Film {
    /// Begins a film; `first` gives its size.
    ///
    /// # Errors
    ///
    /// The file cannot be written, ffmpeg is not installed, or the name ends in neither .gif nor .mp4.
    pub fn create(path: &Path, first: &Drawing, per_second: f64) -> io::Result<Self> {
        // Films of MPEG have an even number of pixels on each side.
        let even = |x: f64| x.ceil() as usize & !1;
        let (width, height) = (even(first.width), even(first.height));
        let kind = match path.extension().and_then(|extension| extension.to_str()) {
            Some("gif") => {
                let too_large = |_| io::Error::other("a GIF has at most 65535 pixels on a side");
                let [w, h] = [
                    u16::try_from(width).map_err(too_large)?,
                    u16::try_from(height).map_err(too_large)?,
                ];
                let file = BufWriter::new(File::create(path)?);
                let mut encoder = gif::Encoder::new(file, w, h, &[]).map_err(io::Error::other)?;
                encoder.set_repeat(gif::Repeat::Infinite).map_err(io::Error::other)?;
                Kind::Gif(Box::new(encoder))
            }
            Some("mp4") => mp4(path, width, height, per_second)?,
            _ => return Err(io::Error::other("a film ends in .gif or .mp4")),
        };
        Ok(Self { width, height, per_second, kind })
    }

    /// Adds a picture.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    pub fn add(&mut self, drawing: &Drawing) -> io::Result<()> {
        let pixels = raster::pixels(drawing)?;
        let mut rgb = Vec::with_capacity(3 * self.width * self.height);
        let whole = pixels.width() as usize;
        for y in 0..self.height {
            for x in 0..self.width {
                // A picture that is smaller than the first has white around it.
                let inside = x < whole && y < pixels.height() as usize;
                let at = 4 * (y * whole + x);
                rgb.extend(if inside { &pixels.data()[at..at + 3] } else { &[255; 3] });
            }
        }
        match &mut self.kind {
            Kind::Gif(encoder) => {
                let (w, h) = (self.width as u16, self.height as u16);
                let mut frame = gif::Frame::from_rgb_speed(w, h, &rgb, 10);
                // In hundredths of a second; viewers take less than two for no number at all.
                frame.delay = (100.0 / self.per_second).round().clamp(2.0, 65535.0) as u16;
                encoder.write_frame(&frame).map_err(io::Error::other)
            }
            Kind::Mp4 { input, .. } => input.write_all(&rgb),
        }
    }

    /// Ends the film.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    pub fn finish(self) -> io::Result<()> {
        match self.kind {
            Kind::Gif(encoder) => encoder.into_inner().map_err(io::Error::other)?.flush(),
            Kind::Mp4 { mut child, input } => {
                drop(input);
                let status = child.wait()?;
                if status.success() {
                    return Ok(());
                }
                Err(io::Error::other(format!("ffmpeg failed: {status}")))
            }
        }
    }
}

/// Has ffmpeg make a film of the pixels that it is given.
fn mp4(path: &Path, width: usize, height: usize, per_second: f64) -> io::Result<Kind> {
    let (size, rate) = (format!("{width}x{height}"), per_second.to_string());
    let mut command = Command::new("ffmpeg");
    command.args(["-loglevel", "error", "-y", "-f", "rawvideo", "-pix_fmt", "rgb24"]);
    command.args(["-s", &size, "-r", &rate, "-i", "-", "-pix_fmt", "yuv420p"]);
    command.arg(path).stdin(Stdio::piped());
    let mut child = command.spawn().map_err(|e| match e.kind() {
        io::ErrorKind::NotFound => {
            io::Error::other("ffmpeg, which makes .mp4, is not installed; .gif needs nothing")
        }
        _ => e,
    })?;
    match child.stdin.take() {
        Some(input) => Ok(Kind::Mp4 { child, input }),
        None => Err(io::Error::other("ffmpeg takes no pixels")),
    }
}
