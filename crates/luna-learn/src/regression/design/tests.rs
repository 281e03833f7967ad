use super::*;
use crate::regression::columns::Columns;

#[test]
fn both_ways_to_name_a_row_are_one() {
    let dense = Design::dense(&[vec![0.0, 2.0, 0.0], vec![1.5, 0.0, -1.0]]).unwrap();
    let sparse = Design::sparse(3, [vec![(1, 2.0)], vec![(2, -1.0), (0, 1.0), (0, 0.5)]]).unwrap();
    assert_eq!(dense, sparse);
    assert_eq!((dense.rows(), dense.columns()), (2, 3));
    assert_eq!(dense.row(1), [(0, 1.5), (2, -1.0)]);
    assert_eq!(dense.dense_row(1), [1.5, 0.0, -1.0]);
    assert!(dense.row(2).is_empty() && dense.row(usize::MAX - 1).is_empty());
}

#[test]
fn designs_stand_side_by_side() {
    let left = Design::dense(&[vec![1.0, 0.0], vec![0.0, 2.0]]).unwrap();
    let right = Design::dense(&[vec![3.0], vec![0.0]]).unwrap();
    let both = left.hstack(&right).unwrap();
    assert_eq!(both, Design::dense(&[vec![1.0, 0.0, 3.0], vec![0.0, 2.0, 0.0]]).unwrap());
    let none = Design::dense(&[]).unwrap();
    assert_eq!(left.hstack(&none), Err(Refusal::RowMismatch { left: 2, right: 0 }));
}

#[test]
fn a_domain_has_a_copy_of_its_own() {
    let all = Design::dense(&[vec![1.0, 2.0], vec![3.0, 4.0]]).unwrap();
    let augment_domains = all.augment_domains(&[1, 0], 2).unwrap();
    let rows = [vec![1.0, 2.0, 0.0, 0.0, 1.0, 2.0], vec![3.0, 4.0, 3.0, 4.0, 0.0, 0.0]];
    assert_eq!(augment_domains, Design::dense(&rows).unwrap());
    assert_eq!(
        all.augment_domains(&[2, 0], 2).unwrap_err(),
        Refusal::Domain { row: 0, domain: 2, domains: 2 }
    );
    assert!(all.augment_domains(&[0], 2).is_err());
    assert!(all.augment_domains(&[0, usize::MAX], usize::MAX).is_err());
}

#[test]
fn what_is_wrong_is_said_in_a_sentence() {
    let uneven = Design::dense(&[vec![1.0], vec![]]).unwrap_err();
    assert_eq!(uneven.to_string(), "row 1 has 0 numbers where the first has 1");
    let far = Design::sparse(2, [vec![(2, 1.0)]]).unwrap_err();
    assert_eq!(far.to_string(), "row 0 names column 2, and there are only 2, from 0 on");
    let endless = Design::dense(&[vec![f64::INFINITY]]).unwrap_err();
    assert_eq!(endless.to_string(), "row 0 holds something that is not a finite number");
    assert_eq!(
        Design::sparse(1, [vec![(0, f64::MAX), (0, f64::MAX)]]),
        Err(Refusal::NotFinite { row: 0 })
    );
}

#[test]
fn columns_are_those_of_the_rows_chosen() {
    let all =
        Design::dense(&[vec![0.1, 1.0], vec![9.0, 9.0], vec![0.1, 0.0], vec![0.1, 0.5]]).unwrap();
    let columns = Columns::new(&all, &[3, 0, 2]);
    assert_eq!((columns.count(), columns.rows), (2, 3));
    assert_eq!(columns.column(1), [(0, 0.5), (1, 1.0)]);
    assert_eq!(columns.means, [0.1, 0.5]);
    assert_eq!(columns.centred(0), [0.0; 3]);
    assert_eq!(columns.centred(1), [0.0, 0.5, -0.5]);
}
