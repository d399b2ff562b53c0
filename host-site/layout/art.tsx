type Props = { src: string; width: number; height: number; className?: string };

const nothingToSay = '';

/** A picture that only decorates: screen readers pass it by. The size keeps its room while it loads. */
export function Art({ src, width, height, className }: Props) {
  return <img src={src} alt={nothingToSay} width={width} height={height} className={className} />;
}
