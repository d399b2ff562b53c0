export type LabelProps = {
  /** The id of the input. */
  htmlFor: string;
  text: string;
  /** A less prominent text next to the label: "(8 characters or more)". */
  hint?: string | undefined;
};

export function Label({ htmlFor, text, hint }: LabelProps) {
  return (
    <label className="maths-label" part="label" htmlFor={htmlFor}>
      {hint === undefined ? text : `${text} `}
      {hint !== undefined && <span className="maths-hint">{hint}</span>}
    </label>
  );
}
