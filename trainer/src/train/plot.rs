//! The course of the losses as a picture.

use std::path::Path;

use plotters::prelude::*;

use super::checkpoint::Report;

/// Draws the training loss and the validation loss over the positions seen into an SVG file.
///
/// # Errors
/// If the file cannot be written, in words.
pub fn plot_losses(path: &Path, title: &str, reports: &[Report]) -> Result<(), String> {
    draw(path, title, reports).map_err(|error| format!("{}: {error}", path.display()))
}

fn draw(
    path: &Path,
    title: &str,
    reports: &[Report],
) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let millions = |report: &Report| report.samples as f64 / 1e6;
    let courses = [
        ("training", BLUE, reports.iter().map(|r| (millions(r), r.training)).collect::<Vec<_>>()),
        ("validation", RED, reports.iter().map(|r| (millions(r), r.validation[0])).collect()),
    ];
    let (low, high) = loss_range(reports);
    let last = reports.last().map_or(1.0, millions);
    let area = SVGBackend::new(path, (900, 500)).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .caption(title, ("sans-serif", 18))
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(70)
        .build_cartesian_2d(0.0..last, low..high)?;
    chart
        .configure_mesh()
        .x_desc("positions seen (millions)")
        .y_desc("mean squared error of the win probability")
        .y_label_formatter(&|loss| format!("{loss:.5}"))
        .draw()?;
    for (name, color, course) in courses {
        let line = chart.draw_series(LineSeries::new(course, color.stroke_width(2)))?;
        line.label(name).legend(move |(x, y)| PathElement::new([(x, y), (x + 20, y)], color));
    }
    chart.configure_series_labels().background_style(WHITE).border_style(BLACK).draw()?;
    area.present()?;
    Ok(())
}

/// The losses to show; the first reports, whose losses are many times those of the rest, may run out of
/// the picture.
fn loss_range(reports: &[Report]) -> (f64, f64) {
    let losses = |report: &Report| [report.training, report.validation[0]];
    let mut sorted: Vec<f64> = reports.iter().flat_map(losses).collect();
    sorted.sort_unstable_by(f64::total_cmp);
    let lowest = sorted.first().copied().unwrap_or(0.0);
    let high = sorted.get(sorted.len() * 9 / 10).copied().unwrap_or(1.0);
    let space = ((high - lowest) * 0.1).max(high * 1e-3).max(1e-9);
    (lowest - space, high + space)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reports(count: u64) -> Vec<Report> {
        let report = |step| Report {
            steps: step,
            samples: step * 1_000_000,
            training: 0.01 + 1.0 / step as f64,
            validation: [0.02 + 1.0 / step as f64, 0.0, 0.0],
        };
        (1..=count).map(report).collect()
    }

    #[test]
    fn a_picture_with_both_curves_is_drawn() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("loss.svg");
        plot_losses(&path, "test", &reports(50)).unwrap();
        let picture = std::fs::read_to_string(&path).unwrap();
        assert!(picture.starts_with("<svg") && picture.trim_end().ends_with("</svg>"));
        assert!(picture.contains("training") && picture.contains("validation"));
        assert!(picture.matches("<polyline").count() >= 2);
    }

    #[test]
    fn few_reports_are_no_trouble() {
        let directory = tempfile::tempdir().unwrap();
        for count in [0, 1, 2] {
            let path = directory.path().join(format!("{count}.svg"));
            plot_losses(&path, "test", &reports(count)).unwrap();
        }
    }
}
