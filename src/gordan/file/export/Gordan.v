(* The easy directions of Gordan's and Farkas' theorems over the rationals, proved once.

   A row (a, b) is the inequality a . x >= b, or a . x > b where it is strict. `holds` says that x satisfies every row.
   - `no_solution`: multipliers that are not negative, whose weighted rows cancel while the weighted bounds add up to
     more than 0 (or to 0, with weight on a strict row), leave no x that satisfies them.
   - `solution`: a point that was checked row by row satisfies them.
   - `at_most`: multipliers whose weighted rows add up to -c, and bounds to -v, leave no solution with c . x > v.
   Both checks are computations, so that an instance is closed by `vm_compute; reflexivity`. *)

Require Import QArith List Bool Lia Lqa.
Import ListNotations.
Open Scope Q_scope.
Arguments Qred : simpl never.
Arguments Qplus : simpl never.
Arguments Qmult : simpl never.

Record row := Row { coefficients : list Q; bound : Q; strict : bool }.

Fixpoint dot (a x : list Q) : Q :=
  match a, x with
  | u :: a', v :: x' => u * v + dot a' x'
  | _, _ => 0
  end.

Fixpoint plus (a b : list Q) : list Q :=
  match a, b with
  | u :: a', v :: b' => Qred (u + v) :: plus a' b'
  | [], b => b
  | a, [] => a
  end.

Definition scale (k : Q) (a : list Q) : list Q := map (fun u => Qred (k * u)) a.

Definition satisfied (x : list Q) (r : row) : Prop :=
  if strict r then bound r < dot (coefficients r) x else bound r <= dot (coefficients r) x.

Definition holds (x : list Q) (rows : list row) : Prop := Forall (satisfied x) rows.

Lemma dot_plus : forall a b x, dot (plus a b) x == dot a x + dot b x.
Proof.
  induction a as [|u a IH]; intros [|v b] [|w x]; simpl; try ring.
  rewrite IH, Qred_correct. ring.
Qed.

Lemma dot_scale : forall k a x, dot (scale k a) x == k * dot a x.
Proof.
  induction a as [|u a IH]; intros [|w x]; simpl; try ring.
  rewrite IH, Qred_correct. ring.
Qed.

(* The weighted sum of the rows, the weighted sum of their bounds, and the weight on strict rows. *)
Fixpoint combine (weights : list Q) (rows : list row) : list Q * Q * Q :=
  match weights, rows with
  | k :: weights', r :: rows' =>
      let '(a, b, s) := combine weights' rows' in
      (plus (scale k (coefficients r)) a, Qred (k * bound r + b), if strict r then Qred (k + s) else s)
  | _, _ => ([], 0, 0)
  end.

Definition zero (a : list Q) : bool := forallb (fun u => Qeq_bool u 0) a.
Definition nonnegative (weights : list Q) : bool := forallb (fun k => Qle_bool 0 k) weights.
Definition less (a b : Q) : bool := negb (Qle_bool b a).

Lemma less_lt : forall a b, less a b = true -> a < b.
Proof.
  intros a b H. apply negb_true_iff in H. apply Qnot_le_lt. intro K. apply Qle_bool_iff in K. congruence.
Qed.

Lemma dot_zero : forall a x, zero a = true -> dot a x == 0.
Proof.
  induction a as [|u a IH]; intros [|w x] H; simpl in *; try reflexivity.
  apply andb_true_iff in H as [H1 H2]. apply Qeq_bool_iff in H1. rewrite H1, IH by assumption. ring.
Qed.

Lemma product_le : forall k b d, 0 <= k -> b <= d -> k * b <= k * d.
Proof. intros k b d H K. rewrite (Qmult_comm k b), (Qmult_comm k d). apply Qmult_le_compat_r; assumption. Qed.

Lemma combine_sound : forall weights rows x,
  nonnegative weights = true -> holds x rows ->
  let '(a, b, s) := combine weights rows in b <= dot a x /\ 0 <= s /\ (0 < s -> b < dot a x).
Proof.
  induction weights as [|k weights IH]; intros [|r rows] x Hw Hx; simpl;
    try (repeat split; [apply Qle_refl | apply Qle_refl | intro H; exfalso; exact (Qlt_irrefl 0 H)]).
  simpl in Hw. apply andb_true_iff in Hw as [Hk Hw]. apply Qle_bool_iff in Hk.
  inversion Hx as [|? ? Hr Hrest]; subst.
  specialize (IH rows x Hw Hrest).
  destruct (combine weights rows) as [[a b] s]. destruct IH as [Hb [Hs Hstrict]].
  unfold satisfied in Hr. rewrite dot_plus, dot_scale. rewrite Qred_correct.
  destruct (strict r); [rewrite Qred_correct|];
    assert (Hle : k * bound r <= k * dot (coefficients r) x)
      by (apply product_le; [assumption | try assumption; apply Qlt_le_weak; assumption]).
  - split; [lra|]. split; [lra|]. intro Hpos.
    destruct (Qlt_le_dec 0 s) as [Hs'|Hs']; [specialize (Hstrict Hs'); lra|].
    assert (Hk' : 0 < k) by lra.
    assert (Hlt : k * bound r < k * dot (coefficients r) x)
      by (rewrite (Qmult_comm k (bound r)), (Qmult_comm k (dot (coefficients r) x));
          apply Qmult_lt_compat_r; assumption).
    lra.
  - split; [lra|]. split; [assumption|]. intro Hpos. specialize (Hstrict Hpos). lra.
Qed.

(* Farkas (1902); with bounds 0 and strict rows, Gordan (1873). *)
Definition refuted (weights : list Q) (rows : list row) : bool :=
  let '(a, b, s) := combine weights rows in
  nonnegative weights && zero a && (less 0 b || (Qle_bool 0 b && less 0 s)).

Theorem no_solution : forall weights rows, refuted weights rows = true -> forall x, ~ holds x rows.
Proof.
  intros weights rows H x Hx. unfold refuted in H.
  pose proof (combine_sound weights rows x) as Hsound.
  destruct (combine weights rows) as [[a b] s].
  apply andb_true_iff in H as [H Hb]. apply andb_true_iff in H as [Hw Ha].
  destruct (Hsound Hw Hx) as [H1 [_ H2]]. rewrite (dot_zero a x Ha) in H1, H2.
  apply orb_true_iff in Hb as [Hb|Hb].
  - apply less_lt in Hb. lra.
  - apply andb_true_iff in Hb as [Hb Hs]. apply Qle_bool_iff in Hb. apply less_lt in Hs. specialize (H2 Hs). lra.
Qed.

Definition satisfies (x : list Q) (r : row) : bool :=
  let v := dot (coefficients r) x in if strict r then less (bound r) v else Qle_bool (bound r) v.

Theorem solution : forall x rows, forallb (satisfies x) rows = true -> holds x rows.
Proof.
  intros x rows H. apply Forall_forall. intros r Hr.
  apply (proj1 (forallb_forall _ _) H) in Hr. unfold satisfied. unfold satisfies in Hr.
  destruct (strict r); [apply less_lt | apply Qle_bool_iff]; assumption.
Qed.

(* Weak duality: with weights that leave -c on the left and -v on the right, no solution has c . x above v. *)
Definition bounded (weights : list Q) (rows : list row) (c : list Q) (v : Q) : bool :=
  let '(a, b, _) := combine weights rows in nonnegative weights && zero (plus a c) && Qle_bool (- v) b.

Theorem at_most : forall weights rows c v, bounded weights rows c v = true ->
  forall x, holds x rows -> dot c x <= v.
Proof.
  intros weights rows c v H x Hx. unfold bounded in H.
  pose proof (combine_sound weights rows x) as Hsound.
  destruct (combine weights rows) as [[a b] s].
  apply andb_true_iff in H as [H Hb]. apply andb_true_iff in H as [Hw Ha]. apply Qle_bool_iff in Hb.
  destruct (Hsound Hw Hx) as [H1 _]. pose proof (dot_zero _ x Ha) as H2. rewrite dot_plus in H2. lra.
Qed.
