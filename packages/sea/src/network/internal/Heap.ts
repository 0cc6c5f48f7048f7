/** A binary heap of node numbers by key, smallest first. It may contain a node several times. */
export interface Heap {
  keys: Float64Array
  nodes: Int32Array
  size: number
}

export const makeHeap = (capacity: number): Heap => ({
  keys: new Float64Array(capacity),
  nodes: new Int32Array(capacity),
  size: 0
})

const grow = (heap: Heap): void => {
  const keys = new Float64Array(heap.keys.length * 2)
  const nodes = new Int32Array(heap.nodes.length * 2)
  keys.set(heap.keys)
  nodes.set(heap.nodes)
  heap.keys = keys
  heap.nodes = nodes
}

export const push = (heap: Heap, key: number, node: number): void => {
  if (heap.size === heap.keys.length) grow(heap)
  const { keys, nodes } = heap
  let index = heap.size++
  while (index > 0) {
    const parent = (index - 1) >> 1
    const parentKey = keys[parent] ?? 0
    if (parentKey <= key) break
    keys[index] = parentKey
    nodes[index] = nodes[parent] ?? 0
    index = parent
  }
  keys[index] = key
  nodes[index] = node
}

export const topKey = (heap: Heap): number => (heap.size === 0 ? Number.POSITIVE_INFINITY : (heap.keys[0] ?? 0))

/** Removes and returns the node with the smallest key; -1 when empty. */
export const pop = (heap: Heap): number => {
  if (heap.size === 0) return -1
  const { keys, nodes } = heap
  const top = nodes[0] ?? -1
  const size = --heap.size
  const key = keys[size] ?? 0
  const node = nodes[size] ?? 0
  let index = 0
  for (;;) {
    let child = index * 2 + 1
    if (child >= size) break
    if (child + 1 < size && (keys[child + 1] ?? 0) < (keys[child] ?? 0)) child++
    if ((keys[child] ?? 0) >= key) break
    keys[index] = keys[child] ?? 0
    nodes[index] = nodes[child] ?? 0
    index = child
  }
  keys[index] = key
  nodes[index] = node
  return top
}
