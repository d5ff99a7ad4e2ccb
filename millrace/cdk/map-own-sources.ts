import { decode, encode, type SourceMapSegment } from '@jridgewell/sourcemap-codec';
import { STAND_IN } from './lambda-imports.ts';

interface SourceMap {
  readonly version: 3;
  readonly sources: readonly string[];
  readonly names: readonly string[];
  readonly mappings: string;
}

/**
 * Leaves packages out of a bundle's source map. With them the map is larger than the bundle, and Node takes 30 ms and
 * 15 MiB at the first stack; without them it costs next to nothing, and names every line of the app and of Millrace.
 */
export function mapOwnSources(text: string): string {
  const map: SourceMap = JSON.parse(text);
  const own = map.sources.filter(isOwn);
  const renumbered = map.sources.map((source) => own.indexOf(source));
  const lines = decode(map.mappings).map((line) =>
    withoutRepeats(line.map((segment) => renumber(segment, renumbered))),
  );
  return JSON.stringify({ version: 3, sources: own, names: [], mappings: encode(lines) });
}

function isOwn(source: string): boolean {
  return !source.includes('node_modules/') && !source.startsWith(`${STAND_IN}:`);
}

/** A segment that comes from a package, or from nothing, is its column alone. */
function renumber(
  [column, source = -1, line = 0, sourceColumn = 0]: SourceMapSegment,
  renumbered: readonly number[],
): SourceMapSegment {
  const now = renumbered[source] ?? -1;
  return now === -1 ? [column] : [column, now, line, sourceColumn];
}

/** Of a run of package code only its beginning matters: it ends what the own source before it maps. */
function withoutRepeats(line: readonly SourceMapSegment[]): SourceMapSegment[] {
  const isMapped = (segment: SourceMapSegment | undefined) => segment !== undefined && segment.length > 1;
  return line.filter((segment, index) => isMapped(segment) || isMapped(line[index - 1]));
}
