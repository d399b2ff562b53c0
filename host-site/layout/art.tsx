type Props = {
  src: string;
  width: number;
  height: number;
  className?: string;
  slot?: string;
  /**
   * `lazy`: far below the first screen. `first`: the largest picture of the first screen, which loads with high
   * priority.
   */
  loads?: 'lazy' | 'first';
};

const nothingToSay = '';

/** A decorative picture, which screen readers ignore. Its size is reserved while it loads. */
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
