import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { minify, type Plugin, type Rolldown, transformWithOxc } from 'vite'

const pagesPlaceholder = '/* first pages */'
const askingPlaceholder = '/* ask early */'
const askingFile = fileURLToPath(new URL('src/app/ask-early.ts', import.meta.url))

/** Addresses that are opened first, by a regular expression each, with the modules that their pages are made of. */
const pages = {
  '^/(app/dashboard/default)?$': ['src/pages/DashboardPage.tsx'],
  '^/reports/calldetails$': ['src/pages/CallDetailsPage.tsx'],
  '^/reports/[0-9a-f-]{36}$': ['src/pages/ReportPage.tsx'],
  '^/reports/saved/[0-9a-f-]{36}$': ['src/pages/SavedReportPage.tsx'],
}
const always = ['src/app/App.tsx']

/**
 * Tells the page which files its address needs, so that the browser asks for all of them at once: left to themselves, each
 * is found when the one before it has come. ECharts is not among them, as figures come before charts. It also has the page ask
 * for what it shows first.
 */
export function firstPages(): Plugin {
  return {
    name: 'first-pages',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: async (html, { bundle = {} }) => {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const listed = Object.entries(pages).map(([address, modules]) => [address, filesOf(modules, chunks)])
        const table = JSON.stringify([['', filesOf(always, chunks)], ...listed])
        const asking = await scriptOf(askingFile)
        // These texts could hold patterns of replacements.
        return html.replace(pagesPlaceholder, () => table).replace(askingPlaceholder, () => asking)
      },
    },
  }
}

/** A module as a plain script, its names as they are. */
async function scriptOf(file: string): Promise<string> {
  const { code } = await transformWithOxc(await readFile(file, 'utf8'), file)
  const { code: script } = await minify(file, code.replaceAll(/^export /gm, ''), { mangle: false })
  return script
}

/** The scripts and styles of modules, with all that they import at once. */
function filesOf(modules: readonly string[], chunks: readonly Rolldown.OutputChunk[]): string[] {
  const files = new Set<string>()
  const collect = (chunk: Rolldown.OutputChunk) => {
    if (files.has(chunk.fileName)) return
    files.add(chunk.fileName)
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style)
    for (const other of chunks) if (chunk.imports.includes(other.fileName)) collect(other)
  }
  for (const module of modules) {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/${module}`)))
    if (chunk === undefined) throw new Error(`The build has no ${module}, which is opened first`)
    collect(chunk)
    // The file that is imported by name, where it is another than the one that holds the module.
    const entry = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/${module}`))
    if (entry !== undefined) collect(entry)
  }
  return [...files]
}
