export type FieldProblemProps = { id: string; children: string | undefined };

/** The error of the field above. The field refers to it with `aria-describedby`. */
export function FieldProblem({ id, children }: FieldProblemProps) {
  if (children === undefined) return null;
  return (
    <p className="maths-problem" id={id} part="field-error">
      {children}
    </p>
  );
}

/**
 * Returns the attributes of a field for screen readers. A required field that is empty or not ticked is invalid for the
 * browser from the start; readers would say so before anything was checked.
 * @param id the id of its `FieldProblem`
 */
export const problemAttributes = (id: string, problem: string | undefined) =>
  problem === undefined ? { 'aria-invalid': false } : { 'aria-invalid': true, 'aria-describedby': id };
