// @ts-check
// What the device keeps besides files: a few values by name, in IndexedDB.

const [DATABASE, STORE] = ["armybuilder", "kept"];

/** @returns {Promise<IDBDatabase>} */
function opened() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/**
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest} act
 * @returns {Promise<any>} What the request answers with, once it is on the disk.
 */
async function transacted(mode, act) {
  const database = await opened();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(STORE, mode, { durability: "strict" });
      const request = act(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = transaction.onerror = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
}

/** @param {string} name */
export const kept = (name) => transacted("readonly", (store) => store.get(name));

/** @param {Record<string, any>} values All of them are kept, or none. */
export const keep = (values) =>
  transacted("readwrite", (store) => {
    let last;
    for (const [name, value] of Object.entries(values)) last = store.put(value, name);
    return /** @type {IDBRequest} */ (last);
  });

export const forget = () => transacted("readwrite", (store) => store.clear());
