import { styleText } from 'node:util';

export type Color = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';
export type Paint = (color: Color, text: string) => string;

/** Colours where the stream is a terminal that wants them: none with NO_COLOR, none in a file. */
export function paintFor(stream: NodeJS.WritableStream): Paint {
  return (color, text) => styleText(color, text, { stream });
}
