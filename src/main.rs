use quadrille::hex::*;
use std::io::Write;
fn main(){
 let sets=DataSets::open(std::io::stdin().lock(), Rules::Lenient).unwrap();
 let mut out=std::io::BufWriter::with_capacity(1<<16, std::io::stdout().lock());
 report::heading(&mut out, sets.announced()).unwrap();
 let mut solver=Solver::new(); let mut report=Report::new();
 let slow = std::env::args().nth(1).is_some();
 for (i,p) in sets.enumerate(){ let p=p.unwrap(); 
  let o= if slow {outcome_by_layers(&p)} else {solver.outcome(&p)}; report.data_set(&mut out,i as u64+1,&p,&o).unwrap(); }
 out.flush().unwrap();
}
