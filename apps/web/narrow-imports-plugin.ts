import type { Plugin } from 'vite'

/** Imports of libraries from all that another one has, with the file that has what is wanted. */
const narrowed = [
  {
    // Needed by every field and button, and the rest of it by forms alone.
    file: '/antd/es/form/context.js',
    from: "from '@rc-component/form'",
    to: "from '@rc-component/form/es/FormContext'",
  },
  {
    // Calls and records are filtered by the server, never by a menu in the head of a column.
    file: '/antd/es/table/hooks/useFilter/index.js',
    from: "import FilterDropdown, { flattenKeys } from './FilterDropdown'",
    to: 'const FilterDropdown = () => null, flattenKeys = () => []',
  },
  {
    // The tree itself is of one page.
    file: '/antd/es/table/hooks/useSelection.js',
    from: "import { arrAdd, arrDel, conductCheck, convertDataToEntities } from '@rc-component/tree'",
    to: [
      "import { arrAdd, arrDel } from '@rc-component/tree/es/util'",
      "import { conductCheck } from '@rc-component/tree/es/utils/conductUtil'",
      "import { convertDataToEntities } from '@rc-component/tree/es/utils/treeUtil'",
    ].join('\n'),
  },
  {
    // What is said for a moment is a notification (src/ui/message.tsx), never a message of Ant Design.
    file: '/antd/es/app/App.js',
    from: "import useMessage from '../message/useMessage'",
    to: 'const useMessage = () => [{}, null]',
  },
] as const

/** Keeps what is imported from one file of a library from bringing all of its files to the first page. */
export function narrowImports(): Plugin {
  const found = new Set<string>()
  return {
    name: 'narrow-imports',
    apply: 'build',
    transform(code, id) {
      const one = narrowed.find(({ file }) => id.endsWith(file))
      if (one === undefined || !code.includes(one.from)) return undefined
      found.add(one.file)
      return { code: code.replace(one.from, () => one.to), map: null }
    },
    buildEnd(error) {
      if (error !== undefined) return
      for (const { file, from } of narrowed)
        if (!found.has(file)) this.error(`${file} no longer has the import ${from}`)
    },
  }
}
