import { NodeFS } from '@electric-sql/pglite/nodefs'

type Init = Parameters<NodeFS['init']>
type PreRun = NonNullable<Init[1]['preRun']>[number]

/**
 * PGlite's files, none of them for other users. The umask of the process does not do: Emscripten opens a file and then
 * sets the mode that PostgreSQL asked for, which is 0666 (PGlite 0.5.16).
 */
export class PrivateNodeFS extends NodeFS {
  override async init(...[pglite, options]: Init): ReturnType<NodeFS['init']> {
    return await super.init(pglite, { ...options, preRun: [...(options.preRun ?? []), closeToOthers] })
  }
}

const closeToOthers: PreRun = ({ FS }) => {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the types of Emscripten are not installed
  const files = FS as Chmod
  const chmod = files.chmod.bind(files)
  files.chmod = (node, mode) => chmod(node, mode & ~0o077)
}

interface Chmod {
  chmod(node: unknown, mode: number): void
}
