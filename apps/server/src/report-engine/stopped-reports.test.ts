import { describeStopping } from '#test/reporting/stopping.ts'

describeStopping('embedded', async () => Promise.resolve({}))
