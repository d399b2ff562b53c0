type Props = { src: string; width: number; height: number; className?: string; slot?: string };

const nothingToSay = '';

/** A picture that only decorates: screen readers pass it by. The size keeps its room while it loads. */
export function Art(props: Props) {
  return <img {...props} alt={nothingToSay} />;
}
