import { prepare } from './setup/prepare.mjs'

await prepare({ web: true })
console.log('callboard: the web app is up to date in apps/web/dist')
