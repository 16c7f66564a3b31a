use quadrille::morpion::count::*;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let start = std::time::Instant::now();
    let part = Part { number: 1, of: args.get(4).map_or(1, |s| s.parse().unwrap()) };
    let count = Count::new(args[1].parse().unwrap(), args[2].parse().unwrap(), args.get(5).is_some(), part).unwrap();
    println!("{:?} {:.2}", count.progress(), start.elapsed().as_secs_f64());
    let mut met = 0;
    count
        .run(args[3].parse().unwrap(), &mut |m| {
            met = m;
            std::ops::ControlFlow::Continue(())
        })
        .unwrap();
    for (i, s) in count.known().iter().enumerate() {
        println!("{i} {} {} {} {}", s.grids(), s.labelled, s.finished(), s.labelled_finished);
    }
    let t = start.elapsed().as_secs_f64();
    println!("{t:.2} s, {met} {:.2} ns a grid", t * 1e9 / met as f64);
}
