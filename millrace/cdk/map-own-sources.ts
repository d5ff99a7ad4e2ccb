import { STAND_IN } from './lambda-imports.ts';
import { decodeNumbers, encodeNumbers } from './variable-length-quantity.ts';

interface SourceMap {
  readonly version: 3;
  readonly sources: readonly string[];
  readonly names: readonly string[];
  readonly mappings: string;
}

/** A place in the bundle and the place in a source that it came from; `source` is absent for a package's code. */
interface Mapping {
  readonly column: number;
  readonly source?: number;
  readonly sourceLine: number;
  readonly sourceColumn: number;
}

/**
 * Leaves packages out of a bundle's source map. With them the map is larger than the bundle, and Node takes 30 ms and
 * 15 MiB at the first stack; without them it costs next to nothing, and names every line of the app and of Millrace.
 */
export function mapOwnSources(text: string): string {
  const map: SourceMap = JSON.parse(text);
  const own = map.sources.filter(isOwn);
  const renumbered = map.sources.map((source) => own.indexOf(source));
  const lines = readMappings(map.mappings).map((line) => line.map((mapping) => renumber(mapping, renumbered)));
  return JSON.stringify({ version: 3, sources: own, names: [], mappings: writeMappings(lines) });
}

function isOwn(source: string): boolean {
  return !source.includes('node_modules/') && !source.startsWith(`${STAND_IN}:`);
}

function renumber({ source, ...mapping }: Mapping, renumbered: readonly number[]): Mapping {
  const now = source === undefined ? -1 : (renumbered[source] ?? -1);
  return now === -1 ? mapping : { ...mapping, source: now };
}

/** All but the column are relative to the mapping before, over line ends too. */
function readMappings(mappings: string): Mapping[][] {
  let [source, sourceLine, sourceColumn] = [0, 0, 0];
  return mappings.split(';').map((line) => {
    let column = 0;
    return line.split(',').flatMap((segment) => {
      const [columns, sources, sourceLines, sourceColumns] = decodeNumbers(segment);
      if (columns === undefined) return [];
      column += columns;
      if (sources === undefined) return [{ column, sourceLine, sourceColumn }];
      source += sources;
      sourceLine += sourceLines ?? 0;
      sourceColumn += sourceColumns ?? 0;
      return [{ column, source, sourceLine, sourceColumn }];
    });
  });
}

function writeMappings(lines: readonly (readonly Mapping[])[]): string {
  let [source, sourceLine, sourceColumn] = [0, 0, 0];
  const written = lines.map((line) => {
    let column = 0;
    const segments = withoutRepeats(line).map((mapping) => {
      const columns = mapping.column - column;
      column = mapping.column;
      if (mapping.source === undefined) return encodeNumbers([columns]);
      const from = [mapping.source - source, mapping.sourceLine - sourceLine, mapping.sourceColumn - sourceColumn];
      ({ source, sourceLine, sourceColumn } = { ...mapping, source: mapping.source });
      return encodeNumbers([columns, ...from]);
    });
    return segments.join(',');
  });
  return written.join(';');
}

/** Of a run of package code only its beginning matters: it ends what the own source before it maps. */
function withoutRepeats(line: readonly Mapping[]): readonly Mapping[] {
  return line.filter(({ source }, index) => source !== undefined || line[index - 1]?.source !== undefined);
}
