import { afterFile, temporaryFolder } from '#test/after-file.ts'
import { startChdbBridge } from '#test/chdb-http-bridge.ts'
import { describeStopping } from '#test/reporting/stopping.ts'

describeStopping('server', async () => {
  const folder = temporaryFolder()
  const bridge = await startChdbBridge(folder)
  afterFile(async () => await bridge.close())
  return { clickhouseUrl: bridge.url }
})
