class Basket {
  constructor(private sum: i32) {}
  add(price: i32): void {
    if (price < 0) {
      unreachable(); // buy
    }
    this.sum += price;
  }
  total(): i32 {
    return this.sum;
  }
}

function checkout(price: i32): i32 {
  const basket = new Basket(1);
  basket.add(price);
  return basket.total();
}

function divide(a: i32, b: i32): i32 {
  return a / b; // share
}

export function buy(price: i32): i32 {
  return checkout(price);
}

export function share(sum: i32, people: i32): i32 {
  return divide(sum, people);
}
