import { describeStopping } from './stopping.ts'

describeStopping('embedded', async () => Promise.resolve({}))
