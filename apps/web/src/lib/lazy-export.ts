import { type ComponentType, createElement, lazy, useState } from 'react'
import { backOnline, checkNetwork, isOnline } from '#web/lib/network.ts'

/** A component whose code is loaded when it is first drawn, or when the portal can be reached again: `lazyExport(() => import('#web/ui/Big.tsx'), 'Big')`. */
export function lazyExport<Name extends string, Props extends object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): ComponentType<Props> {
  return lazyComponent(async () => (await load())[name])
}

/** The same of a component that is made of what is loaded. */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined
  const loadNow = async () => (loaded = await load())
  const Awaited = lazy(async () => ({ default: await loadOnline(loadNow) }))
  // React holds back what follows a fallback, for a third of a second: what is loaded already is drawn without one.
  function Lazy(props: Props) {
    const [Component] = useState<ComponentType<Props>>(() => loaded ?? Awaited)
    return createElement(Component, props)
  }
  loaders.set(Lazy, loadNow)
  return Lazy
}

const loaders = new WeakMap<object, () => Promise<unknown>>()

/** Loads the code of a lazy component before it is drawn, if the portal can be reached. */
export async function preload(component: object): Promise<void> {
  if (!isOnline()) return
  await loaders
    .get(component)?.()
    .catch(() => undefined)
}

/** Not before the portal can be reached: a browser does not ask again for a module that it could not load. */
async function loadOnline<T>(load: () => Promise<T>): Promise<T> {
  await backOnline()
  try {
    return await load()
  } catch (error) {
    await checkNetwork()
    if (isOnline()) throw error
    await backOnline()
    return await load()
  }
}
