import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Where uploaded files are, and beside each what became of its calls. */
export class ImportFiles {
  readonly folder: string

  private constructor(folder: string) {
    this.folder = folder
  }

  static async open(folder: string): Promise<ImportFiles> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return new ImportFiles(folder)
  }

  filePath(id: string): string {
    return join(this.folder, `${id}.file`)
  }

  ledgerPath(id: string): string {
    return join(this.folder, `${id}.ledger`)
  }

  async delete(id: string): Promise<void> {
    await rm(this.filePath(id), { force: true })
    await rm(this.ledgerPath(id), { force: true })
  }

  /** The ids of imports of which there is something. */
  async list(): Promise<string[]> {
    const names = await readdir(this.folder)
    return [...new Set(names.map((name) => name.replace(/\.(file|ledger)$/, '')))]
  }
}
