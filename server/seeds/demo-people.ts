import { refIdAlphabet, refIdFrom, refIdRandomLength } from "@fc/contract/ref-id";

const women =
  `Aditi Ananya Anjali Asmita Bhavna Deepika Divya Fatima Gauri Harini Isha Jaya Kavita Kiran Lakshmi
  Lata Madhuri Mamta Nandini Neha Nisha Padma Pallavi Pooja Priya Radhika Rekha Ritu Rukmini Sadhana Sangeeta
  Shanti Shreya Smita Sunita Swati Tanvi Uma Vandana Vidya Yamini Zoya`.split(/\s+/);
const men =
  `Aakash Abhishek Ajay Amit Anil Arjun Ashok Bharat Chetan Deepak Dinesh Farhan Ganesh Gaurav Girish
  Harish Imran Jagdish Karan Kartik Lokesh Mahesh Manoj Mohan Naveen Nitin Pankaj Prakash Rahul Rajesh Rakesh
  Rohan Sandeep Sanjay Satish Shankar Suresh Tarun Uday Vijay Vikram Yusuf`.split(/\s+/);
const families =
  `Agarwal Ansari Banerjee Bhat Bose Chandran Chatterjee Choudhary Das Desai Deshmukh Dutta Fernandes
  Gandhi Ghosh Gill Gowda Gupta Iyer Jadhav Jain Joshi Kapoor Kaur Khan Kulkarni Mahajan Malhotra Mehta Menon
  Mishra Mukherjee Naidu Nair Patel Patil Pillai Rao Rathore Reddy Saxena Sen Shah Sharma Shetty Sinha Solanki
  Srinivasan Subramaniam Thakur Tiwari Trivedi Varghese Yadav`.split(/\s+/);

export interface DemoPerson {
  refId: string;
  name: string;
  gender: "M" | "F";
  email: string;
  phone: string;
}

/** A realistic person, chosen by the random numbers. */
export function demoPerson(random: () => number, serial: number): DemoPerson {
  const gender = random() < 0.5 ? "F" : "M";
  const first = pick(random, gender === "F" ? women : men);
  // Some have two first names, so that screens have to show long names.
  const middle = random() < 0.08 ? ` ${pick(random, gender === "F" ? women : men)}` : "";
  const family = pick(random, families);
  const letters = Array.from({ length: refIdRandomLength }, () => pick(random, [...refIdAlphabet]));
  return {
    refId: refIdFrom(letters.join("")),
    name: `${first}${middle} ${family}`,
    gender,
    email: `${first}.${family}${serial}@example.com`.toLowerCase(),
    phone: `+9190000${String(serial).padStart(5, "0")}`,
  };
}

export function pick<T>(random: () => number, list: readonly T[]): T {
  return list[Math.floor(random() * list.length)] as T;
}
