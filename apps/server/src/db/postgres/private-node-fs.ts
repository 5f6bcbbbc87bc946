import { NodeFS } from '@electric-sql/pglite/nodefs'

type Init = Parameters<NodeFS['init']>
type PreRun = NonNullable<Init[1]['preRun']>[number]
type Sync = (fileDescriptor: number) => void

/**
 * PGlite's files, none of them for other users, and synced when PostgreSQL says so (PGlite 0.5.16 does neither). The umask
 * of the process does not do: Emscripten opens a file and then sets the mode that PostgreSQL asked for, which is 0666.
 */
export class PrivateNodeFS extends NodeFS {
  readonly #sync: Sync

  /** `sync` need not write the times of a file. */
  constructor(folder: string, sync: Sync) {
    super(folder)
    this.#sync = sync
  }

  override async init(...[pglite, options]: Init): ReturnType<NodeFS['init']> {
    return await super.init(pglite, {
      ...options,
      preRun: [...(options.preRun ?? []), closeToOthers, passOn(this.#sync)],
    })
  }
}

const closeToOthers: PreRun = ({ FS }) => {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the types of Emscripten are not installed
  const files = FS as Chmod
  const chmod = files.chmod.bind(files)
  files.chmod = (node, mode) => chmod(node, mode & ~0o077)
}

const passOn =
  (sync: Sync): PreRun =>
  ({ NODEFS }) => {
    // oxlint-disable-next-line typescript/consistent-type-assertions -- the types of Emscripten are not installed
    const files = NODEFS as NodeFiles
    // Emscripten calls it for PostgreSQL's fsync, not for its fdatasync.
    files.stream_ops.fsync = ({ nfd }) => {
      files.tryFSOperation(() => sync(nfd))
      return 0
    }
  }

interface Chmod {
  chmod(node: unknown, mode: number): void
}

interface NodeFiles {
  stream_ops: { fsync?: (stream: { nfd: number }) => number }
  /** Turns errors of Node into those of Emscripten. */
  tryFSOperation(work: () => void): void
}
