type Props = {
  src: string;
  width: number;
  height: number;
  className?: string;
  slot?: string;
  /** `lazy`: far below the first screen. `first`: the picture by which the page is judged to be there. */
  loads?: 'lazy' | 'first';
};

const nothingToSay = '';

/** A picture that only decorates: screen readers pass it by. The size keeps its room while it loads. */
export function Art({ loads, ...props }: Props) {
  return (
    <img
      loading={loads === 'lazy' ? 'lazy' : undefined}
      fetchPriority={loads === 'first' ? 'high' : undefined}
      {...props}
      alt={nothingToSay}
    />
  );
}
