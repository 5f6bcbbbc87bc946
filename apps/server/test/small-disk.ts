import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, truncateSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type DiskKind = 'tmpfs' | 'ext4'

const diskBytes = 2 ** 30
/** The least that a file system gives away. */
const blockBytes = 4096

/** A disk of one GiB, which can be filled. */
export class SmallDisk {
  readonly folder: string
  readonly #root: string

  private constructor(root: string) {
    this.#root = root
    this.folder = join(root, 'disk')
  }

  /** Gives the reason, as a text, where this machine does not let us mount one. */
  static mount(kind: DiskKind): SmallDisk | string {
    const disk = new SmallDisk(mkdtempSync(join(tmpdir(), 'callboard-disk-')))
    mkdirSync(disk.folder)
    try {
      if (kind === 'tmpfs') run('mount', '-t', 'tmpfs', '-o', `size=${diskBytes}`, 'tmpfs', disk.folder)
      else disk.#mountImage()
      return disk
    } catch (error) {
      rmSync(disk.#root, { recursive: true })
      return `no ${kind} can be mounted here: ${error instanceof Error ? error.message : String(error)}`
    }
  }

  #mountImage(): void {
    const image = join(this.#root, 'image')
    closeSync(openSync(image, 'w'))
    truncateSync(image, diskBytes)
    run('mkfs.ext4', '-q', '-m', '0', image)
    run('mount', '-o', 'loop', image, this.folder)
  }

  /** Leaves no byte. */
  fill(): void {
    const filler = openSync(this.#filler, 'a')
    const zeros = Buffer.alloc(4 << 20)
    for (let bytes = zeros.length; bytes >= blockBytes;) {
      try {
        writeSync(filler, zeros, 0, bytes)
      } catch {
        bytes /= 2
      }
    }
    closeSync(filler)
  }

  free(): void {
    rmSync(this.#filler, { force: true })
  }

  unmount(): void {
    run('umount', this.folder)
    rmSync(this.#root, { recursive: true })
  }

  get #filler(): string {
    return join(this.folder, 'filler')
  }
}

function run(program: string, ...args: string[]): void {
  execFileSync(program, args, { stdio: ['ignore', 'ignore', 'pipe'] })
}
