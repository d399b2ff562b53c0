export type FieldProblemProps = { id: string; children: string | undefined };

/** What is wrong with the field above. The field names it by `aria-describedby`. */
export function FieldProblem({ id, children }: FieldProblemProps) {
  if (children === undefined) return null;
  return (
    <p className="maths-problem" id={id} part="field-error">
      {children}
    </p>
  );
}

/** The attributes of a field for screen readers. @param id of its `FieldProblem` */
export const problemAttributes = (id: string, problem: string | undefined) =>
  problem === undefined ? {} : { 'aria-invalid': true, 'aria-describedby': id };
