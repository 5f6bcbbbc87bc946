import { type ComponentType, lazy, type LazyExoticComponent } from 'react'

/** A component whose code is loaded when it is first drawn: `lazyExport(() => import('#web/ui/Big.tsx'), 'Big')`. */
export function lazyExport<Name extends string, Props>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: (await load())[name] }))
}
