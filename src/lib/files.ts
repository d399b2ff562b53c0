const marks = [
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
];

const endOfFile = '\u001A';

/** Matches the start of a document, and control characters except white space, as in pictures and workbooks. */
const foreign = /[^\P{Cc}\s\u0080-\u009F]|^\s*(?:\{\\rtf|<|%PDF)/u;

/**
 * Returns the text of a file: in the encoding of its byte order mark, else UTF-8, else Windows' own, which spreadsheets
 * write as "CSV". Returns null for a file that is no list, a folder, and a file that was removed in the meantime.
 */
export const fileText = async (file: Pick<Blob, 'arrayBuffer'>): Promise<string | null> => {
  const bytes = await file.arrayBuffer().then(
    (buffer) => new Uint8Array(buffer),
    () => null,
  );
  if (bytes === null) return null;
  const mark = marks.find((one) => one.bytes.every((byte, at) => bytes[at] === byte));
  const decode = (encoding: string, fatal = false): string => new TextDecoder(encoding, { fatal }).decode(bytes);
  let text: string;
  try {
    text = decode(mark?.encoding ?? 'utf-8', true);
  } catch {
    text = decode(mark?.encoding ?? 'windows-1252');
  }
  // Old systems wrote a mark at the end of a file.
  if (text.trimEnd().endsWith(endOfFile)) text = text.trimEnd().slice(0, -1);
  return foreign.test(text) ? null : text;
};

/** Saves a file as a download. Its content is not sent anywhere. */
export const saveFile = (name: string, content: Blob): void => {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
};
