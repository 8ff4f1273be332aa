import ts from 'typescript';

/** The documentation that an editor shows for a place in a file. */
export interface Hint {
  /** The first line, with the type. */
  readonly signature: string;
  readonly documentation: string;
  /** Such as `default "postgresql"`. */
  readonly tags: readonly string[];
}

/** An editor of files, with the compiler’s language service. */
export class Editor {
  readonly #service: ts.LanguageService;

  constructor(paths: readonly string[]) {
    const options: ts.CompilerOptions = {
      strict: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: true,
      target: ts.ScriptTarget.ES2024,
      module: ts.ModuleKind.NodeNext,
    };
    this.#service = ts.createLanguageService({
      getScriptFileNames: () => [...paths],
      getScriptVersion: () => '1',
      getScriptSnapshot: (path) => {
        const text = ts.sys.readFile(path);
        return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
      },
      getCompilationSettings: () => options,
      getDefaultLibFileName: (settings) => ts.getDefaultLibFilePath(settings),
      getCurrentDirectory: () => ts.sys.getCurrentDirectory(),
      fileExists: (path) => ts.sys.fileExists(path),
      readFile: (path) => ts.sys.readFile(path),
      directoryExists: (path) => ts.sys.directoryExists(path),
      getDirectories: (path) => ts.sys.getDirectories(path),
      realpath: (path) => ts.sys.realpath?.(path) ?? path,
    });
  }

  /** Returns the hint that an editor shows for the first place of a text in a file. */
  hint(path: string, text: string): Hint {
    const info = this.#service.getQuickInfoAtPosition(path, placeIn(path, text));
    const [signature = ''] = ts.displayPartsToString(info?.displayParts).split('\n');
    const tags = info?.tags ?? [];
    return {
      signature,
      documentation: ts.displayPartsToString(info?.documentation),
      tags: tags.map((tag) => `${tag.name} ${ts.displayPartsToString(tag.text)}`),
    };
  }

  /** The names that are offered there. */
  completions(path: string, text: string): string[] {
    const offered = this.#service.getCompletionsAtPosition(path, placeIn(path, text), {});
    return (offered?.entries ?? []).map(({ name }) => name);
  }
}

function placeIn(path: string, text: string): number {
  const place = ts.sys.readFile(path)?.indexOf(text) ?? -1;
  if (place === -1) throw new Error(`${path} has no ${text}`);
  return place;
}
