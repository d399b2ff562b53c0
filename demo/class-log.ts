import type { DemoPlay } from '../src/contracts/demo-class.ts';
import { part, translate } from './page.ts';

const longest = 40;

/** Adds a played level at the top of the log. */
export const showPlay = ({ studentCode, level, completed }: DemoPlay): void => {
  part('plays-empty').hidden = true;
  const line = document.createElement('li');
  line.classList.toggle('done', completed);
  for (const text of [`#${studentCode}`, level, translate(completed ? 'class.done' : 'class.opened')]) {
    const cell = document.createElement('span');
    cell.textContent = text;
    line.append(cell);
  }
  part('plays').prepend(line);
  part('plays').children[longest]?.remove();
};
