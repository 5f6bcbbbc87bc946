import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterFile } from '#test/after-file.ts'
import { startChdbBridge } from '#test/chdb-http-bridge.ts'
import { describeStopping } from '#test/reporting/stopping.ts'

describeStopping('server', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'callboard-busy-'))
  const bridge = await startChdbBridge(folder)
  afterFile(async () => {
    await bridge.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return { clickhouseUrl: bridge.url }
})
