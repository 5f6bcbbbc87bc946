import { type ComponentType, lazy, type LazyExoticComponent } from 'react'
import { backOnline, isOnline } from '#web/lib/network.ts'

/** A component whose code is loaded when it is first drawn, or when the network is back: `lazyExport(() => import('#web/ui/Big.tsx'), 'Big')`. */
export function lazyExport<Name extends string, Props>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: (await loadOnline(load))[name] }))
}

async function loadOnline<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if (isOnline()) throw error
    await backOnline()
    return await load()
  }
}
