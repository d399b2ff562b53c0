/** The page before anything is known: everything stands where it is going to stand. */
export function OpeningView({ heading }: { heading: string }) {
  return (
    <div className="maths-opening">
      <h1 className="maths-heading" part="heading">
        {heading}
      </h1>
      <div className="maths-bar maths-opening-summary" />
      {Array.from({ length: 8 }, (_, place) => (
        <div key={place} className="maths-bar maths-opening-package" />
      ))}
    </div>
  );
}
