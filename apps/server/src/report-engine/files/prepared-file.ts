import type { CallReading } from '../../db/calls/stored-calls.ts'
import type { Snapshot } from '../../db/calls/snapshots.ts'
import type { OpenedFile } from './opened-file.ts'

/** What a file is read with. */
export interface FileReading extends CallReading {
  /** Of which snapshot its rows are, which is kept by whoever asks; the newest unless given. */
  at?: Snapshot
  /** Threads of the engine, for what may take its time; as many as any read unless given. */
  threads?: number
  /** Told now and then how many rows have been written. */
  onRows?: (count: number) => void
  /** Told how long the file is where the engine writes it as a whole before it is passed on; what it throws ends the file. */
  onWritten?: (bytes: number) => Promise<void>
}

/** A file that somebody may have: all is checked that can be without reading calls. */
export interface PreparedFile {
  /** Of the report, for people. */
  name: string
  /** Which rows it will have: see `rowsFingerprint`. */
  fingerprint: string
  open(reading: FileReading): Promise<OpenedFile>
}
